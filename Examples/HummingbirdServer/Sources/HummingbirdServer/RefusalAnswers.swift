import CollaborationModels
import CollaborationServer
import Hummingbird
import Logging

/// The server's own reasons to refuse a request.
enum Denial: Error { case notTheOwner, noAccess }

/// Logs why a request was refused, and answers with 403 and no reason.
struct RefusalAnswers: RouterMiddleware {
    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        let reason: any Error
        do {
            return try await next(request, context)
        } catch let error as ParticipantLimitError {
            throw HTTPError(.badRequest, message: "\(error)")
        } catch let error as IdentityProofError {
            reason = AccessRefusal.invalidProof(error)  // Reading a proof checks its index and hashes.
        } catch let error where error is AccessRefusal || error is Denial {
            reason = error
        }
        context.logger.notice("Refused", metadata: metadata(of: reason, in: context))
        var response = try context.responseEncoder.encode(
            PublicRefusal.accessDenied,
            from: request,
            context: context
        )
        response.status = HTTPResponse.Status(code: PublicRefusal.statusCode)
        return response
    }

    private func metadata(of reason: any Error, in context: AppContext) -> Logger.Metadata {
        guard let refusal = reason as? AccessRefusal, let account = try? context.account,
            let document = try? context.document
        else { return ["reason": "\(reason)"] }
        let entry = RefusalLogEntry(refusal, account: account, collaborationIdentifier: document)
        return entry.metadata.mapValues { .string($0) }
    }
}
