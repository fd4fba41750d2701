import CollaborationCore
import Hummingbird

/// Requires a bearer token (RFC 6750) and notes the account that it names.
struct Authentication: RouterMiddleware {
    let accounts: AccountTokens

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        guard let token = request.bearerToken else {
            throw HTTPError(
                .unauthorized,
                headers: [.wwwAuthenticate: "Bearer"],
                message: "A bearer token is missing."
            )
        }
        var context = context
        do throws(TokenError) {
            context.authenticated = try accounts.account(of: token)
        } catch {
            throw HTTPError(
                .unauthorized,
                headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#],
                message: error == .expired ? "The token has expired." : "The token is not valid."
            )
        }
        return try await next(request, context)
    }
}

extension Request {
    /// The token in the header `Authorization: Bearer TOKEN`.
    fileprivate var bearerToken: String? {
        let words = headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return String(words[1])
    }
}
