import CollaborationCore
import CollaborationServer
import Hummingbird
import Logging
import Metrics

/// Answers errors of the database with 503, those of a message with 400, and one document too many with 409.
struct ErrorAnswers: RouterMiddleware {
    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as any RequestFault {
            throw HTTPError(.badRequest, message: "\(error)")
        } catch let error as TooManyDocumentsError {
            throw HTTPError(
                .conflict,
                message: "The account has \(error.limit) documents, and may not have more. Delete one first."
            )
        } catch  where error is any DatabaseFailure || error is CancellationError {
            if error is CancellationError {
                // The server stops while the request is open, which is no failure.
                context.logger.info("The request was canceled")
            } else {
                Counter(label: "database_failures").increment()
                context.logger.error("The database failed", metadata: ["error": "\(error)"])
            }
            throw HTTPError(
                .serviceUnavailable,
                headers: [.retryAfter: "1"],
                message: "The database did not answer. The request may have been carried out."
            )
        }
    }
}
