#if canImport(FoundationNetworking) || canImport(Darwin)
    public import CollaborationCore
    import Dispatch
    public import Foundation
    import Synchronization

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// An app's server over HTTP.
    ///
    ///     let server = HTTPSharingServer(url: service, link: "https://recipes.example/d/{collaboration}") { account in
    ///         try await tokens.current(for: account)
    ///     }
    ///
    /// An update, a proof, leaving and ending are done with 204 alone, and 403 or 400 alone refuse for good: what is answered
    /// 404 or 410 is tried again. Every request has a bearer token and five seconds, the token included, and after a 401 both
    /// once more. A response of more than 16 MiB counts as lost. A redirection is not followed, so that no other host gets a
    /// token. No cookie and no response is kept for another account.
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
        ///   - url: What the paths of the routes are appended to: without a query or a fragment.
        ///   - link: The universal links, with `{collaboration}` for the identifier, in the path: the same setting as the
        ///     server's.
        ///   - identifier: Tells this server from others; by default the text of the URL, with a slash at its end. Removals
        ///     that wait are sent to the server with the same identifier only, so keep it when the URL changes.
        ///   - routes: The requests; those of the example service by default.
        ///   - token: Returns the token of an account, and of no other: for each request, for several at the same time, and
        ///     once more after a 401. It throws a `URLError` when a new one cannot be had for want of a network, a
        ///     `CancellationError` when it is canceled, and anything else when the person must sign in.
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
            if let result = try? request.response(response.statusCode, data) { return result }
            switch response.statusCode {
            case 400: throw .malformed
            case 401: throw .notSignedIn
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
            let attempt = Task {
                var message = message
                do {
                    message.setValue("Bearer \(try await token(account))", forHTTPHeaderField: "Authorization")
                    let response = await Responses.shared.response(to: message, in: session)
                    result.yield(response.map { .success($0) } ?? .failure(.noNetwork))
                } catch {
                    let isLost = error is URLError || error is CancellationError
                    result.yield(.failure(isLost ? .noNetwork : .notSignedIn))
                }
            }
            let timer = Task {
                try await clock.sleep(for: .seconds(5))
                result.finish()
            }
            defer {
                attempt.cancel()
                timer.cancel()
            }
            for await result in results { return try result.get() }
            throw .noNetwork
        }

        private static let stateless = {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            return URLSession(configuration: configuration, delegate: Responses.shared, delegateQueue: nil)
        }()
    }

    extension SharingRequest {
        /// Reads a response; nil if its status is none of a result.
        fileprivate func response(_ status: Int, _ body: Data) throws(CollaborationError) -> SharingResponse? {
            switch (self, status) {
            // Another success, such as one of a login page, does not say that the server has done it.
            case (.apply, 204), (.admit, 204), (.leave, 204), (.end, 204): .done
            case (.start, 200..<300): .started(try StartResponse(json: body))
            case (.access, 200..<300): .access(try AccessAnswer(json: body))
            case (.access, 403): .access(nil)
            case (.challenge, 200..<300): .challenge(try ChallengeMessage(json: body))
            case (.identities, 200..<300): .identities(try IdentitiesAnswer(json: body).identities)
            case (.list, 200..<300): .list(try CollaborationList(json: body).collaborations)
            default: nil
            }
        }
    }

    /// Receives responses, and follows no redirection.
    final class Responses: NSObject, URLSessionDataDelegate, Sendable {
        static let shared = Responses()

        /// The bodies so far, which are limited where they arrive, since a task that waits for them may run too late.
        private let bodies = Mutex<[URLSessionTask: (data: Data, end: AsyncStream<Data?>.Continuation)]>([:])

        /// Returns the response to a request of a session whose delegate this is; nil if it is lost or too long.
        func response(to request: URLRequest, in session: URLSession) async -> (Data, HTTPURLResponse)? {
            let task = session.dataTask(with: request)
            let (ends, end) = AsyncStream.makeStream(of: Data?.self)
            bodies.withLock { $0[task] = (Data(), end) }
            task.resume()
            for await body in ends {
                guard let body, let response = task.response as? HTTPURLResponse else { return nil }
                return (body, response)
            }
            // On Linux this call waits for the queue on which responses arrive, and must not meet the end of the task.
            DispatchQueue.global().async { task.cancel() }
            return nil
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            bodies.withLock { bodies in
                bodies[dataTask]?.data.append(data)
                guard let body = bodies[dataTask], body.data.count > JSONLimits.byteCount else { return }
                body.end.finish()
                bodies[dataTask] = nil
            }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let body = bodies.withLock({ $0.removeValue(forKey: task) }) else { return }
            body.end.yield(error == nil ? body.data : nil)
        }

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
