import CollaborationCore
import CollaborationCrypto
import Foundation
import Synchronization

/// Verifies the tokens with which accounts authenticate, and issues them in the development mode.
///
/// A token is a JWT (RFC 7519) with the name of the account as `sub`, and with `exp`.
final class AccountTokens: Sendable {
    /// The greatest length of a token in bytes.
    ///
    /// One of this server has about 150 and the name.
    static let maximumByteCount = 4096

    private let keys: [TokenKey]
    private let issuer: String?
    private let audience: String?
    private let clock: @Sendable () -> Date

    /// The claims of the tokens that were verified last, so that a client's next requests cost no verification.
    ///
    /// A token is looked up by its bytes, since it is ASCII.
    private let verified = Mutex(RecentValues<String, TokenClaims>(generationCount: 4096))

    /// Makes a value that verifies tokens.
    ///
    /// - Parameters:
    ///   - keys: The keys, each of which is accepted. Tokens are issued with the first if that is a secret.
    ///   - issuer: What `iss` must be; nil to accept every issuer.
    ///   - audience: What `aud` must contain; nil to accept every audience.
    ///   - clock: Tells the time.
    init(
        keys: [TokenKey],
        issuer: String? = nil,
        audience: String? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.keys = keys
        self.issuer = issuer
        self.audience = audience
        self.clock = clock
    }

    /// Returns the account that a token names.
    func account(of token: String) throws(TokenError) -> AccountIdentifier {
        let claims = try claims(of: token)
        let now = clock().timeIntervalSince1970
        guard now < claims.exp else { throw .expired }
        guard now >= claims.nbf ?? now, !claims.sub.rawValue.isEmpty,
            issuer == nil || claims.iss == issuer,
            audience.map({ claims.aud?.names.contains($0) == true }) ?? true
        else { throw .invalid }
        return claims.sub
    }

    /// Returns the claims of a token that one of the keys has signed, which are not checked.
    private func claims(of token: String) throws(TokenError) -> TokenClaims {
        guard token.utf8.count <= Self.maximumByteCount, token.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw .invalid
        }
        if let claims = verified.withLock({ $0.value(of: token) }) { return claims }
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .invalid }
        do {
            let header = try JSONDecoder().decode(TokenHeader.self, from: parts[0].base64URLDecoded)
            let signed = token.utf8[..<parts[1].endIndex]
            let signature = parts[2].base64URLDecoded
            // A key is used with its own algorithm only, whatever the header says (RFC 8725, section 3.1).
            let isSigned = keys.contains { $0.algorithm == header.alg && $0.hasSigned(signed, signature) }
            guard isSigned, header.crit == nil else { throw TokenError.invalid }
            let claims = try JSONDecoder().decode(TokenClaims.self, from: parts[1].base64URLDecoded)
            verified.withLock { $0.set(claims, of: token) }
            return claims
        } catch {
            throw .invalid
        }
    }

    /// Issues a token for an account, which is valid for a time.
    ///
    /// - Throws: ``TokenError/cannotIssue`` when the key is a public one.
    func issue(for account: AccountIdentifier, lifetime: Duration) throws -> String {
        guard case .secret(let secret) = keys.first else { throw TokenError.cannotIssue }
        let claims = TokenClaims(
            sub: account,
            exp: (clock().timeIntervalSince1970 + lifetime / .seconds(1)).rounded(.down),
            iss: issuer,
            aud: audience.map { TokenAudience(names: [$0]) }
        )
        let header = Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8)
        let text = header.base64URLEncoded + "." + (try JSONEncoder().encode(claims)).base64URLEncoded
        let code = HMACSHA256.authenticationCode(for: text.utf8, using: secret)
        return text + "." + Data(code).base64URLEncoded
    }
}

/// Why a token is refused, or none is issued.
enum TokenError: Error, Hashable {
    /// The token is not signed with an accepted key, lacks a claim, or is meant for another server.
    case invalid

    /// The token has expired.
    case expired

    /// The server has only the public key, which cannot sign a token.
    case cannotIssue
}
