import Hummingbird

/// Answers a path with an empty part, such as `//metrics` and `/metrics/`, with 404.
///
/// The router leaves out empty parts, so that each route would have many paths. What a proxy in front of this server
/// forbids for one of them would be allowed for the others.
struct PathSpelling: RouterMiddleware {
    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        let path = request.uri.path.utf8
        let parts = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard path.first == UInt8(ascii: "/"), path.count == 1 || !parts.contains(where: \.isEmpty) else {
            throw HTTPError(.notFound)
        }
        return try await next(request, context)
    }
}

/// Answers with 404 unless the request names exactly the path of the route, without a query.
///
/// A proxy may keep the routes for health and metrics from others, and compare the whole text that a client sends. The
/// form with a host, `http://host/metrics`, is not told apart: it names the same path by the rules of HTTP.
struct ExactPath: RouterMiddleware {
    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        guard request.head.path == context.endpointPath else { throw HTTPError(.notFound) }
        return try await next(request, context)
    }
}
