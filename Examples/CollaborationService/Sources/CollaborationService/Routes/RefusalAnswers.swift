import CollaborationCore
import CollaborationServer
import Hummingbird
import Logging

/// Logs why a request was refused, and answers with 403 and no reason.
///
/// It stands behind the authentication, so that it knows the account.
struct RefusalAnswers: RouterMiddleware {
    let events: EventStream?

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        let account = try context.account
        let (reason, document): (String, CollaborationIdentifier)
        do {
            return try await next(request, context)
        } catch let denial as Denial {
            (reason, document) = (denial.reason.rawValue, denial.document)
        } catch {
            guard let refusal = AccessRefusal(error) else { throw error }
            (reason, document) = ("\(refusal)", try context.document)
        }
        // LineLogHandler escapes the names, so that none can pass for another line. Another handler must do so too.
        context.logger.notice(
            "Refused",
            metadata: [
                "account": "\(account.rawValue)", "document": "\(document.rawValue)", "reason": "\(reason)",
            ]
        )
        events?.send(
            DocumentEvent(
                kind: .refused,
                document: document,
                account: account,
                request: "\(request.method.rawValue) \(request.uri.path)",
                reason: reason
            )
        )
        let answer = PublicRefusal.accessDenied
        var response = try context.responseEncoder.encode(answer, from: request, context: context)
        response.status = HTTPResponse.Status(code: PublicRefusal.statusCode)
        return response
    }
}

/// A refusal by the server itself, which is for the log only, as `AccessRefusal` is.
struct Denial: Error {
    enum Reason: String {
        /// The account does not own the document, or there is no such document.
        case notTheOwner

        /// The account has no access to the document, or there is no such document.
        case noAccess

        /// The document is not shared, or there is no such document.
        case notShared
    }

    let reason: Reason

    /// The document that was asked for.
    let document: CollaborationIdentifier
}
