import Hummingbird

/// Answers a browser that follows a link with a page, since it has no token.
///
/// It stands before the authentication. With the setting `http.link` the site that it names has this page instead.
struct LinkPage: RouterMiddleware {
    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        guard [.get, .head].contains(request.method), context.parameters.get("collaboration") != nil,
            request.headers[.authorization] == nil, request.headers[.accept]?.contains("text/html") == true
        else { return try await next(request, context) }
        var response = Response(PackageResources.link_html, "text/html; charset=utf-8")
        response.headers[.cacheControl] = "no-store"
        response.headers[.contentSecurityPolicy] = "default-src 'none'"
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }
}
