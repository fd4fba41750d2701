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
    private let hashes: Set<SHA256Digest>

    init(_ tokens: [[UInt8]]) { hashes = Set(tokens.map { SHA256.hash(data: Data($0).base64EncodedString().utf8) }) }

    func contains(_ token: String) -> Bool {
        token.utf8.count <= 1024 && hashes.contains(SHA256.hash(data: token.utf8))
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
