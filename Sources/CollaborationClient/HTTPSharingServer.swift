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

        private let base: String
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
            base = text.hasSuffix("/") ? text : text + "/"
            identifier = SharingServerIdentifier(base)
            template = LinkTemplate(link)
            (self.routes, self.session, self.token) = (routes, session, token)
        }

        /// The collaboration that a link opens.
        public func collaboration(of link: URL) -> CollaborationIdentifier? { template.collaboration(of: link) }

        /// Shares a document.
        public func start(
            _ request: StartRequest,
            as account: AccountIdentifier
        ) async throws(SharingServerError) -> StartResponse {
            try await send(routes.start, request.json, as: account).read { try StartResponse(json: $0) }
        }

        /// Adds and removes participants.
        public func apply(
            _ update: ParticipantsUpdate,
            to collaboration: CollaborationIdentifier,
            as account: AccountIdentifier
        ) async throws(SharingServerError) {
            let response = try await send(routes.participants, update.json, collaboration, as: account)
            // Another success, such as one of a proxy, does not say that the server has it.
            guard response.status == 204 else { throw .unexpected(status: response.status) }
        }

        /// Returns what the account may do; nil if it has no access.
        public func access(
            to collaboration: CollaborationIdentifier,
            as account: AccountIdentifier
        ) async throws(SharingServerError) -> AccessAnswer? {
            do throws(SharingServerError) {
                return try await send(routes.access, nil, collaboration, as: account).read {
                    try AccessAnswer(json: $0)
                }
            } catch .refused {
                return nil
            } catch {
                throw error
            }
        }

        /// Issues a challenge for the account.
        public func challenge(
            for collaboration: CollaborationIdentifier,
            as account: AccountIdentifier
        ) async throws(SharingServerError) -> ChallengeMessage {
            try await send(routes.challenge, nil, collaboration, as: account).read { try ChallengeMessage(json: $0) }
        }

        /// Gives the account access by a proof.
        public func admit(
            _ answer: IdentityProofAnswer,
            to collaboration: CollaborationIdentifier,
            as account: AccountIdentifier
        ) async throws(SharingServerError) {
            _ = try await send(routes.proof, answer.json, collaboration, as: account)
        }

        /// Returns the identities that a participant has proven.
        public func identities(
            of participant: AccountIdentifier,
            in collaboration: CollaborationIdentifier,
            as account: AccountIdentifier
        ) async throws(SharingServerError) -> [Person.Identity] {
            try await send(routes.identities, nil, collaboration, participant, as: account).read {
                try IdentitiesAnswer(json: $0).identities
            }
        }

        /// Ends the account's own access.
        public func leave(
            _ collaboration: CollaborationIdentifier,
            as account: AccountIdentifier
        ) async throws(SharingServerError) {
            _ = try await send(routes.leave, nil, collaboration, as: account)
        }

        /// Ends the collaboration for everybody.
        public func end(
            _ collaboration: CollaborationIdentifier,
            as account: AccountIdentifier
        ) async throws(SharingServerError) {
            _ = try await send(routes.end, nil, collaboration, as: account)
        }

        /// Returns a page of the collaborations that the account has access to.
        public func list(
            after collaboration: CollaborationIdentifier?,
            as account: AccountIdentifier
        ) async throws(SharingServerError) -> [CollaborationIdentifier] {
            let route = collaboration == nil ? routes.list : routes.listAfter
            return try await send(route, nil, collaboration, as: account).read {
                try CollaborationList(json: $0).collaborations
            }
        }
    }

    extension HTTPSharingServer {
        private static let withoutRedirections = URLSession(
            configuration: .ephemeral,
            delegate: NoRedirection(),
            delegateQueue: nil
        )

        private func send(
            _ route: String,
            _ body: Data? = nil,
            _ collaboration: CollaborationIdentifier? = nil,
            _ participant: AccountIdentifier? = nil,
            as account: AccountIdentifier
        ) async throws(SharingServerError) -> HTTPResponse {
            let parts = route.split(separator: " ", maxSplits: 1).map(String.init)
            let path = (parts.last ?? "")
                .replacing("{collaboration}", with: collaboration?.rawValue.percentEncoded ?? "")
                .replacing("{account}", with: participant?.rawValue.percentEncoded ?? "")
            guard parts.count == 2, let url = URL(string: base + path) else { throw .malformed }
            var request = URLRequest(url: url, timeoutInterval: 5)
            request.httpMethod = parts[0]
            request.httpBody = body
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            var response = try await send(request, as: account)
            if response.status == 401 { response = try await send(request, as: account) }
            return try response.checked()
        }

        private func send(
            _ request: URLRequest,
            as account: AccountIdentifier
        ) async throws(SharingServerError) -> HTTPResponse {
            let token: String
            do {
                token = try await self.token(account)
            } catch {
                throw error is URLError || error is CancellationError ? .noNetwork : .notSignedIn
            }
            var request = request
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
            do {
                let (body, response) = try await session.data(for: request)
                guard let response = response as? HTTPURLResponse else { throw SharingServerError.noNetwork }
                return HTTPResponse(
                    status: response.statusCode,
                    retryAfter: response.value(forHTTPHeaderField: "Retry-After").flatMap { TimeInterval($0) },
                    body: body
                )
            } catch {
                throw .noNetwork
            }
        }
    }

    private struct HTTPResponse {
        let status: Int
        let retryAfter: TimeInterval?
        let body: Data

        func checked() throws(SharingServerError) -> HTTPResponse {
            switch status {
            case 200..<300: return self
            case 400: throw .malformed
            case 401: throw .notSignedIn
            case 403: throw .refused
            case 429, 503: throw .later(retryAfter.map { Date(timeIntervalSinceNow: min(max($0, 0), 86_400)) })
            default: throw .unexpected(status: status)
            }
        }

        func read<Message>(_ message: (Data) throws -> Message) throws(SharingServerError) -> Message {
            guard let message = try? message(body) else { throw .unexpected(status: status) }
            return message
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
