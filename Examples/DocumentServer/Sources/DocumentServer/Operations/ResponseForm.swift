import Hummingbird

/// Gives a response the form that its connection needs, also when the request fails.
///
/// That to HEAD has no body (RFC 9110, section 9.3.2), which the client would take for the beginning of the next response.
/// While the server stops, each response ends its connection.
struct ResponseForm: RouterMiddleware {
    let draining: Draining

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as any HTTPResponseError {
            response = try error.response(from: request, context: context)
        }
        if draining.isOver { response.headers[.connection] = "close" }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
