import Hummingbird

/// Sends no body in response to HEAD (RFC 9110, section 9.3.2), also when the request fails.
///
/// The connection would take the body for the beginning of the next response.
struct HeadResponses: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppContext,
        next: (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .head else { return try await next(request, context) }
        do {
            return try await next(request, context).createHeadResponse()
        } catch let error as any HTTPResponseError {
            return try error.response(from: request, context: context).createHeadResponse()
        }
    }
}
