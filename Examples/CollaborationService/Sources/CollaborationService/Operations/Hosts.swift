import HTTPTypes
import Hummingbird

/// Answers a request that names no host, or two, with 400 (RFC 9112, section 3.2), and in development mode one that does
/// not name this machine with 421.
///
/// A page of another site can have its own name lead to this machine, but not this machine's name.
struct Hosts: RouterMiddleware {
    let mode: Settings.Mode

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        // NIO takes the first one out of the fields.
        let second = HTTPField.Name("Host").flatMap { request.headers[$0] }
        guard request.head.authority?.isEmpty == false, second == nil else {
            throw HTTPError(.badRequest, message: "Host: not exactly one")
        }
        guard mode == .production || request.head.isForThisMachine else {
            throw HTTPError(.misdirectedRequest, message: "Host: not this machine")
        }
        return try await next(request, context)
    }
}

extension HTTPRequest {
    /// Whether the client asks for this machine by a name that only this machine has.
    var isForThisMachine: Bool {
        // A regular expression would be parsed for each request, which takes longer than the answer.
        let text = Array((authority ?? "").lowercased().utf8)
        let digits = text.reversed().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
        let hasPort = 1...5 ~= digits && text.dropLast(digits).last == UInt8(ascii: ":")
        let name = text.dropLast(hasPort ? digits + 1 : 0)
        return ["127.0.0.1", "[::1]", "localhost"].contains { name.elementsEqual($0.utf8) }
    }
}
