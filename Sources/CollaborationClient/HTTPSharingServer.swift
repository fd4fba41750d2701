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
    /// Every request has a bearer token and five seconds, the token included. After a 401 a token is asked for once more. A
    /// redirection is not followed, so that no other host gets a token. No cookie and no response is kept for another account.
    public struct HTTPSharingServer: SharingServer {
        /// Tells this server from others.
        public let identifier: SharingServerIdentifier

        private let url: String
        private let template: LinkTemplate
        private let routes: SharingRoutes
        private let token: @Sendable (AccountIdentifier) async throws -> String
        var session = Self.stateless
        var clock: any Clock<Duration> = ContinuousClock()

        /// Makes a server.
        ///
        /// - Parameters:
        ///   - url: What the paths of the routes are appended to.
        ///   - link: The universal links, with `{collaboration}` for the identifier, in the path: the same setting as the
        ///     server's.
        ///   - identifier: Tells this server from others; the text of the URL by default. Removals that wait are sent to the
        ///     server with the same identifier only, so keep it when the URL changes.
        ///   - routes: The requests; those of the example service by default.
        ///   - token: Returns the token of an account, and of no other. It throws a `URLError` when a new one cannot be had
        ///     for want of a network, and anything else when the person must sign in.
        public init(
            url: URL,
            link: String,
            identifier: SharingServerIdentifier? = nil,
            routes: SharingRoutes = SharingRoutes(),
            token: @escaping @Sendable (AccountIdentifier) async throws -> String
        ) {
            let text = url.absoluteString
            self.url = text.hasSuffix("/") ? text : text + "/"
            self.identifier = identifier ?? SharingServerIdentifier(self.url)
            template = LinkTemplate(link)
            (self.routes, self.token) = (routes, token)
        }

        /// The collaboration that a link opens.
        public func collaboration(of link: URL) -> CollaborationIdentifier? { template.collaboration(of: link) }

        /// Sends a request, and reads the response.
        public func respond(
            to request: SharingRequest,
            as account: AccountIdentifier
        ) async throws(SharingServerError) -> SharingResponse {
            guard let (method, path, body) = routes.route(of: request),
                let url = URL(string: url + path)
            else { throw .malformed }
            var message = URLRequest(url: url)
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
                let delay = response.value(forHTTPHeaderField: "Retry-After").flatMap { UInt32($0) }
                throw .later(delay.map { Date(timeIntervalSinceNow: TimeInterval(min($0, 86_400))) })
            default: throw .unexpected(status: response.statusCode)
            }
        }

        /// Sends a request with a token, for at most five seconds: also where the token or the response never comes, or comes
        /// a byte at a time.
        private func send(
            _ message: URLRequest,
            as account: AccountIdentifier
        ) async throws(SharingServerError) -> (Data, HTTPURLResponse) {
            let (results, result) = AsyncStream.makeStream(of: Result<(Data, HTTPURLResponse), SharingServerError>.self)
            let attempt = Task { result.yield(await sendWithoutLimit(message, as: account)) }
            let timer = Task {
                try await clock.sleep(for: .seconds(5))
                result.yield(.failure(.noNetwork))
            }
            defer {
                attempt.cancel()
                timer.cancel()
            }
            for await result in results { return try result.get() }
            throw .noNetwork
        }

        private func sendWithoutLimit(
            _ message: URLRequest,
            as account: AccountIdentifier
        ) async -> Result<(Data, HTTPURLResponse), SharingServerError> {
            var message = message
            do {
                message.setValue("Bearer \(try await token(account))", forHTTPHeaderField: "Authorization")
            } catch {
                return .failure(error is URLError || error is CancellationError ? .noNetwork : .notSignedIn)
            }
            guard let (data, response) = try? await session.data(for: message),
                let response = response as? HTTPURLResponse
            else { return .failure(.noNetwork) }
            return .success((data, response))
        }

        private static let stateless = {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            return URLSession(configuration: configuration, delegate: NoRedirection(), delegateQueue: nil)
        }()
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
