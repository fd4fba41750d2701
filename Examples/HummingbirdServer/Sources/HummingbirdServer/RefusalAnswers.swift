import CollaborationModels
import CollaborationServer
import Hummingbird

/// Why the server itself denied a request.
enum Denial: Error { case notTheOwner, noAccess }

/// Logs why a request was refused, and gives the client the one public answer, which does not tell.
struct RefusalAnswers: RouterMiddleware {
    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        let reason: any Error
        do {
            return try await next(request, context)
        } catch is ParticipantLimitError {
            throw HTTPError(.badRequest)
        } catch let error as IdentityProofError {
            reason = AccessRefusal.invalidProof(error)  // Decoding a proof checks some rules.
        } catch let error where error is AccessRefusal || error is Denial {
            reason = error
        }
        context.logger.notice("Refused", metadata: ["reason": "\(reason)"])
        var response = try context.responseEncoder.encode(
            PublicRefusal.accessDenied,
            from: request,
            context: context
        )
        response.status = HTTPResponse.Status(code: PublicRefusal.statusCode)
        return response
    }
}
