import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird

/// What is known about a request besides its message.
struct AppContext: RequestContext {
    typealias Next = (Request, AppContext) async throws -> Response

    var coreContext: CoreRequestContextStorage

    /// The address of the client, or of the proxy in front of this server; nil in tests.
    let address: String?

    /// The network of the client, by which its requests are counted; nil if they are not.
    var client: String?

    /// Whose the token is, with the back end as the server; nil before the authentication.
    var caller: Collaboration.Actor?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress
    }

    /// The account for which the request is sent: that of the token, or one that the back end names, as in `?account=alice`.
    func account(of request: Request) throws -> AccountIdentifier {
        guard case .account(let account) = try actor(of: request) else {
            throw HTTPError.invalidToken("The token is not an account's, and the query has no account.")
        }
        return account
    }

    /// Who acts: an account, or the server for the back end that names none.
    func actor(of request: Request) throws -> Collaboration.Actor {
        let named = try request.query["account"].map { AccountIdentifier($0) }
        switch caller {
        case .server: return named.map { .account($0) } ?? .server
        case .account(let account) where named == nil: return .account(account)
        default: throw HTTPError.invalidToken("Only the back end names an account in the query.")
        }
    }

    var collaboration: CollaborationIdentifier { get throws { CollaborationIdentifier(try decoded("collaboration")) } }
    var namedAccount: AccountIdentifier { get throws { AccountIdentifier(try decoded("account")) } }

    /// The router leaves the path percent-encoded, so that an identifier may contain any character, a slash too.
    private func decoded(_ name: String) throws -> String {
        guard let decoded = String(percentDecoding: try parameters.require(name)) else {
            throw HTTPError(.badRequest, message: "\(name): not percent-encoded UTF-8")
        }
        return decoded
    }
}

extension JSONEncoder {
    /// An encoder whose text for a value is always the same.
    static let sorted: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}

extension Response {
    init(
        _ bytes: some Sequence<UInt8>,
        _ contentType: String = "application/json; charset=utf-8",
        status: HTTPResponse.Status = .ok
    ) {
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        self.init(status: status, headers: [.contentType: contentType], body: body)
    }

    init(json value: some Encodable, status: HTTPResponse.Status = .ok) {
        // The values of this service can be encoded.
        self.init((try? JSONEncoder.sorted.encode(value)) ?? Data(), status: status)
    }
}
