import CollaborationCrypto
import CollaborationServer
import Foundation
import Hummingbird

/// Requires a bearer token (RFC 6750), and notes whose it is.
struct Authentication: RouterMiddleware {
    /// Returns whose token it is; throws for one that is not accepted here.
    let caller: @Sendable (String) async throws(TokenError) -> Collaboration.Actor

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        guard let token = request.bearerToken else {
            let headers: HTTPFields = [.wwwAuthenticate: "Bearer"]
            throw HTTPError(.unauthorized, headers: headers, message: "A bearer token is missing.")
        }
        var context = context
        do throws(TokenError) {
            context.caller = try await caller(token)
        } catch {
            // The reason has nothing of a token whose signature is wrong but the names of its algorithm and its key.
            context.logger.notice("A token was refused", metadata: ["reason": "\(error)"])
            throw HTTPError.invalidToken(error == .expired ? "The token has expired." : "The token is not valid.")
        }
        return try await next(request, context)
    }
}

/// The tokens of the team's back end, each of which is accepted: bytes in base64, which has no dots, so that none is a JWT.
struct BackendTokens: Sendable {
    /// Their hashes are compared, so that the time tells nothing of a token.
    private let hashes: [[UInt8]]

    init(_ tokens: [[UInt8]]) { hashes = tokens.map { Array(SHA256.hash(data: $0)) } }

    func contains(_ token: String) -> Bool {
        guard token.utf8.count <= 1024, let bytes = Data(base64Encoded: token) else { return false }
        return bytes.base64EncodedString() == token && hashes.contains(Array(SHA256.hash(data: bytes)))
    }
}

extension HTTPError {
    static func invalidToken(_ message: String) -> HTTPError {
        HTTPError(.unauthorized, headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#], message: message)
    }
}

extension Request {
    var bearerToken: String? {
        let words = headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }
}
