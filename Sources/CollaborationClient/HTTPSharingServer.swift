#if canImport(FoundationNetworking) || canImport(Darwin)
    public import CollaborationCore
    public import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// An app's server over HTTP.
    ///
    ///     let server = HTTPSharingServer(url: service, link: "https://recipes.example/d/{collaboration}") { account in
    ///         try await tokens.current(for: account)
    ///     }
    ///
    /// Every request has a bearer token and five seconds. After a 401 a token is asked for once more. A redirection is not
    /// followed, so that no other host gets a token.
    public struct HTTPSharingServer: SharingServer {
        /// The text of the server's URL.
        public let identifier: SharingServerIdentifier

        private let template: LinkTemplate
        private let routes: SharingRoutes
        private let token: @Sendable (AccountIdentifier) async throws -> String
        private let session: URLSession

        /// Makes a server.
        ///
        /// - Parameters:
        ///   - url: What the paths of the routes are appended to.
        ///   - link: The universal links, with `{collaboration}` for the identifier: the same setting as the server's.
        ///   - routes: The requests; those of the example service by default.
        ///   - token: Returns the token of an account, and of no other. It throws a `URLError` when a new one cannot be had
        ///     for want of a network, and anything else when the person must sign in.
        public init(
            url: URL,
            link: String,
            routes: SharingRoutes = SharingRoutes(),
            token: @escaping @Sendable (AccountIdentifier) async throws -> String
        ) {
            self.init(url: url, link: link, routes: routes, session: Self.withoutRedirections, token: token)
        }

        init(
            url: URL,
            link: String,
            routes: SharingRoutes = SharingRoutes(),
            session: URLSession,
            token: @escaping @Sendable (AccountIdentifier) async throws -> String
        ) {
            let text = url.absoluteString
            identifier = SharingServerIdentifier(text.hasSuffix("/") ? text : text + "/")
            template = LinkTemplate(link)
            (self.routes, self.session, self.token) = (routes, session, token)
        }

        /// The collaboration that a link opens.
        public func collaboration(of link: URL) -> CollaborationIdentifier? { template.collaboration(of: link) }

        /// Sends a request, and reads the response.
        public func respond(
            to request: SharingRequest,
            as account: AccountIdentifier
        ) async throws(SharingServerError) -> SharingResponse {
            guard let (method, path, body) = routes.route(of: request),
                let url = URL(string: identifier.rawValue + path)
            else { throw .malformed }
            var message = URLRequest(url: url, timeoutInterval: 5)
            message.httpMethod = method
            message.httpBody = body
            message.setValue("application/json", forHTTPHeaderField: "Content-Type")
            var (data, response) = try await send(message, as: account)
            if response.statusCode == 401 { (data, response) = try await send(message, as: account) }
            switch response.statusCode {
            // Another success, such as one of a login page, does not say that the server has done it.
            case 204,
                200..<300 where request.asksForMessage:
                guard let result = try? request.response(data) else { throw .unexpected(status: response.statusCode) }
                return result
            case 400: throw .malformed
            case 401: throw .notSignedIn
            case 403 where request.isAccess: return .access(nil)
            case 403: throw .refused
            case 429, 503:
                let delay = response.value(forHTTPHeaderField: "Retry-After").flatMap { TimeInterval($0) }
                throw .later(delay.map { Date(timeIntervalSinceNow: min(max($0, 0), 86_400)) })
            default: throw .unexpected(status: response.statusCode)
            }
        }

        private func send(
            _ message: URLRequest,
            as account: AccountIdentifier
        ) async throws(SharingServerError) -> (Data, HTTPURLResponse) {
            var message = message
            do {
                message.setValue("Bearer \(try await token(account))", forHTTPHeaderField: "Authorization")
            } catch {
                throw error is URLError || error is CancellationError ? .noNetwork : .notSignedIn
            }
            guard let (data, response) = try? await session.data(for: message),
                let response = response as? HTTPURLResponse
            else { throw .noNetwork }
            return (data, response)
        }

        private static let withoutRedirections = URLSession(
            configuration: .ephemeral,
            delegate: NoRedirection(),
            delegateQueue: nil
        )
    }

    extension SharingRequest {
        fileprivate var asksForMessage: Bool {
            switch self {
            case .apply, .admit, .leave, .end: false
            case .start, .access, .challenge, .identities, .list: true
            }
        }

        fileprivate var isAccess: Bool { if case .access = self { true } else { false } }

        /// Reads the body of a success.
        fileprivate func response(_ body: Data) throws(CollaborationError) -> SharingResponse {
            switch self {
            case .start: .started(try StartResponse(json: body))
            case .access: .access(try AccessAnswer(json: body))
            case .challenge: .challenge(try ChallengeMessage(json: body))
            case .identities: .identities(try IdentitiesAnswer(json: body).identities)
            case .list: .list(try CollaborationList(json: body).collaborations)
            case .apply, .admit, .leave, .end: .done
            }
        }
    }

    private final class NoRedirection: NSObject, URLSessionTaskDelegate, Sendable {
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest,
            completionHandler: @escaping (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }
#endif
