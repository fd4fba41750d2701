import HTTPTypes
import Hummingbird

/// Refuses requests of a wrong form, and gives a response the form that its connection needs, also when the request fails.
///
/// - A request that names no host, or two, is answered with 400 (RFC 9112, section 3.2), and in development mode one that does
///   not name this machine, or has come through a proxy, with 421: a page of another site can have its own name lead to this
///   machine, but not this machine's, and a proxy may name this machine for anybody.
/// - A path with an empty part, such as `//metrics` and `/metrics/`, is answered with 404. The router leaves out empty parts, so
///   that what a proxy forbids for one path would be allowed for the others.
/// - A response to HEAD has no body (RFC 9110, section 9.3.2), which the client would take for the beginning of the next one.
/// - While the server stops, each response ends its connection. So does one to a request that asks for another protocol, as every
///   request of Java's client does: NIO reads no request after it.
struct RequestChecks: RouterMiddleware {
    private static let host = HTTPField.Name("Host")

    let mode: Settings.Mode
    let draining: Draining

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        var response: Response
        do {
            try check(request)
            response = try await next(request, context)
        } catch let error as HTTPError {
            response = Response(error)
        }
        if draining.isClosing || request.headers[.upgrade] != nil { response.headers[.connection] = "close" }
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func check(_ request: Request) throws {
        // NIO takes the first one out of the fields.
        let second = Self.host.flatMap { request.headers[$0] }
        guard request.head.authority?.isEmpty == false, second == nil else {
            throw HTTPError(.badRequest, message: "Host: not exactly one")
        }
        guard mode == .production || request.head.isForThisMachine else {
            throw HTTPError(.misdirectedRequest, message: "Host: not this machine")
        }
        let path = request.uri.path.utf8
        let parts = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard path.first == UInt8(ascii: "/"), path.count == 1 || !parts.contains(where: \.isEmpty) else {
            throw HTTPError(.notFound)
        }
    }
}

extension HTTPError {
    /// The answer to an error of the service itself, in the form of `CollaborationError`: `{"error": "notFound"}`.
    var members: [String: String] {
        // The words of the status, such as "Too Many Requests", in the spelling of the others.
        let words = status.reasonPhrase.split(separator: " ")
        let name = (words.first?.lowercased() ?? "") + words.dropFirst().joined()
        let names: [HTTPResponse.Status: String] = [.badRequest: "malformed", .serviceUnavailable: "unavailable"]
        return ["error": names[status] ?? name].merging(body.map { ["message": $0] } ?? [:]) { $1 }
    }
}

extension Response {
    fileprivate init(_ failure: HTTPError) {
        self.init(json: failure.members, status: failure.status)
        for field in failure.headers { headers[field.name] = field.value }
    }
}

extension HTTPRequest {
    /// Whether the client asks for this machine by a name that only this machine has, and no proxy says that it is in between.
    var isForThisMachine: Bool {
        let forwarding = ["Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-IP"]
        return !forwarding.contains { name in HTTPField.Name(name).map { headerFields.contains($0) } == true }
            && authority?.lowercased().wholeMatch(of: /(127\.0\.0\.1|\[::1\]|localhost)(:[0-9]{1,5})?/) != nil
    }
}
