import CollaborationProofs
import CollaborationServer
import Hummingbird
import Logging
import Metrics

/// Answers errors of the database with 503, those of a message with 400, and one document too many with 409.
struct ErrorAnswers: RouterMiddleware {
    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as MalformedJSONError {
            throw HTTPError(.badRequest, message: error.description)
        } catch let error as ParticipantLimitError {
            throw HTTPError(.badRequest, message: error.fault)
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

extension ParticipantLimitError {
    /// The field at fault and the limit.
    fileprivate var fault: String {
        switch self {
        case .updateTooLarge(let maximum, _):
            "addedIdentities, removedIdentities: more than \(maximum) identities"
        case .collaborationTooLarge(let maximum):
            "addedIdentities: the collaboration has more than \(maximum) identities"
        }
    }
}
