import Hummingbird

/// Answers a browser that follows a link with a page, since it has no token.
///
/// It stands before the authentication. With the setting `http.link` the site that it names has this page instead.
struct LinkPage: RouterMiddleware {
    private static let page = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>A shared document</title>
        <h1>Somebody shared a document with you</h1>
        <p>This link opens in the app. Install the app on this device, then tap the link again in the message.</p>
        </html>

        """

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        guard request.method == .get, context.parameters.get("collaboration") != nil,
            request.headers[.authorization] == nil, request.headers[.accept]?.contains("text/html") == true
        else { return try await next(request, context) }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentSecurityPolicy: "default-src 'none'", .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: Self.page))
        )
    }
}
