import Hummingbird

/// Answers a path with an empty part, such as `//metrics` and `/metrics/`, with 404.
///
/// The router leaves out empty parts, so that each route would have many paths. What a proxy in front of this server
/// forbids for one of them would be allowed for the others.
struct PathSpelling: RouterMiddleware {
    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        let path = request.uri.path
        guard path == "/" || path.hasPrefix("/") && !path.hasSuffix("/") && !path.contains("//") else {
            throw HTTPError(.notFound)
        }
        return try await next(request, context)
    }
}

/// Answers with 404 unless the request names exactly the path of the route, without a query.
///
/// The routes for those who run the server are forbidden to others by a proxy, which may compare differently.
struct ExactPath: RouterMiddleware {
    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        guard request.head.path == context.endpointPath else { throw HTTPError(.notFound) }
        return try await next(request, context)
    }
}
