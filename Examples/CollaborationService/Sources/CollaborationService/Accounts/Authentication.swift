import CollaborationCore
import CollaborationCrypto
import Foundation
import Hummingbird

/// Who sends a request.
enum Caller: Hashable, Sendable {
    case account(AccountIdentifier)

    /// The team's back end, by a token that is no JWT: it has no dots.
    case backend
}

/// Requires a bearer token (RFC 6750), and notes whose it is.
struct Authentication: RouterMiddleware {
    let accounts: AccountTokens
    let backend: BackendTokens

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
            context.caller = backend.contains(token) ? .backend : .account(try accounts.account(of: token))
        } catch {
            throw HTTPError.invalidToken(
                error == .expired ? "The token has expired." : "The token is not valid."
            )
        }
        return try await next(request, context)
    }
}

/// The tokens of the team's back end, each of which is accepted.
struct BackendTokens: Sendable {
    private let codes: Secret<[[UInt8]]>

    init(_ tokens: [[UInt8]]) { codes = Secret(tokens.map(Self.code)) }

    /// Whether a text is one of the tokens in base64.
    ///
    /// The codes are compared, so that the time tells nothing of the token.
    func contains(_ token: String) -> Bool {
        guard token.utf8.count <= 1024, let bytes = Data(base64Encoded: token),
            bytes.base64EncodedString() == token
        else { return false }
        return codes.value.contains(Self.code([UInt8](bytes)))
    }

    private static func code(_ token: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: token)) }
}

extension HTTPError {
    static func invalidToken(_ message: String) -> HTTPError {
        HTTPError(
            .unauthorized,
            headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#],
            message: message
        )
    }
}

extension Request {
    /// The token in the header `Authorization: Bearer TOKEN`.
    var bearerToken: String? {
        let words = headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return String(words[1])
    }
}
