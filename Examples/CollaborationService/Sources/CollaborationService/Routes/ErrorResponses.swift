import CollaborationCore
import Hummingbird
import Logging
import Metrics

/// Answers a `CollaborationError` with its status and its body, and logs its reason.
///
/// It stands behind the authentication, so that it knows who is refused.
struct ErrorResponses: RouterMiddleware {
    let demo: Demo?

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as CollaborationError {
            var response = Response(error.body, status: .init(code: error.status))
            // LineLogHandler escapes the names, so that none can pass for another line. Another handler must do so too.
            var metadata: Logger.Metadata = ["request": "\(request.method.rawValue) \(request.uri.path)"]
            if case .account(let account) = context.caller { metadata["account"] = "\(account.rawValue)" }
            switch error {
            case .refused(let refusal):
                // A challenge from before a restore is like a forged one: it has the code of another store.
                let reason = refusal == .forgedChallenge ? "challengeOfAnotherStoreOrKey" : "\(refusal)"
                metadata["reason"] = "\(reason)"
                Counter(label: "refusals", dimensions: [("reason", reason)]).increment()
                context.logger.notice("Refused", metadata: metadata)
                demo?.refused(reason, request, context)
            case .canceled, .store(is CancellationError):
                // The server stops while the request is open, which is no failure.
                context.logger.info("The request was canceled", metadata: metadata)
            case .store, .busy, .full, .damagedRecord:
                Counter(label: "database_failures").increment()
                metadata["error"] = "\(error)"
                context.logger.error("The database failed", metadata: metadata)
            case .malformed, .options, .limit: break
            }
            if error.status == 503 { response.headers[.retryAfter] = "1" }
            return response
        }
    }
}
