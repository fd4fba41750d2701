import CollaborationCore
import Foundation
import Hummingbird
import ServiceLifecycle

/// What only the page of the development mode needs.
extension DocumentService {
    func addDevelopmentRoutes(to router: Router<AppContext>, events: EventStream) {
        router.addPage()

        // Gives everybody the account that they ask for.
        router.post("development/tokens") { request, _ -> TokenAnswer in
            let (limit, nobody) = (DocumentLimits.proofBodyByteCount, AccountIdentifier(""))
            let wanted = try await message(of: request, from: nobody, upTo: limit) {
                try StrictJSONDecoder().decode(TokenRequest.self, from: $0)
            }
            guard !wanted.account.rawValue.isEmpty else {
                throw HTTPError(.badRequest, message: "account: empty")
            }
            return TokenAnswer(token: try accounts.issue(for: wanted.account, lifetime: .seconds(86_400)))
        }

        router.get("development/events") { _, _ -> Response in
            let lines = events.subscribe().map { ByteBuffer(string: "data: \(try $0.line)\n\n") }
            return Response(
                status: .ok,
                headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
                body: ResponseBody { writer in
                    // A comment, so that the page learns at once that it is connected.
                    try await writer.write(ByteBuffer(string: ":\n\n"))
                    for try await line in lines.cancelOnGracefulShutdown() { try await writer.write(line) }
                    try await writer.finish(nil)
                }
            )
        }
    }
}

struct TokenRequest: Decodable {
    let account: AccountIdentifier
}

struct TokenAnswer: ResponseEncodable {
    let token: String
}
