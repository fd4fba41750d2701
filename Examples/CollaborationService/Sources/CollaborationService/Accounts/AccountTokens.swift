import CollaborationCore
import CollaborationCrypto
import Foundation
import Synchronization

/// Verifies the tokens with which accounts authenticate, and issues them in the development mode.
///
/// A token is a JWT (RFC 7519) with the name of the account as `sub`, and with `exp`.
final class AccountTokens: Sendable {
    static let maximumByteCount = 4096

    private let keys: [TokenKey]
    private let issuer, audience: String?
    private let clock: @Sendable () -> Date

    /// The claims of the tokens that were verified last, so that a client's next requests cost no verification.
    private let verified = Mutex(RecentValues<String, TokenClaims>(generationCount: 4096))

    /// Each of the keys is accepted, and tokens are issued with the first if that is a secret.
    ///
    /// Without an issuer and an audience every `iss` and `aud` is accepted.
    init(
        keys: [TokenKey],
        issuer: String? = nil,
        audience: String? = nil,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.keys, self.issuer, self.audience, self.clock) = (keys, issuer, audience, clock)
    }

    func account(of token: String) throws(TokenError) -> AccountIdentifier {
        let claims = try claims(of: token)
        let now = clock().timeIntervalSince1970
        guard now < claims.exp else { throw .expired }
        guard now >= claims.nbf ?? now, issuer == nil || claims.iss == issuer,
            audience.map({ claims.aud?.names.contains($0) == true }) ?? true
        else { throw .invalid }
        return claims.sub
    }

    /// Returns the claims of a token that one of the keys has signed, which are not checked.
    private func claims(of token: String) throws(TokenError) -> TokenClaims {
        // A text of ASCII is looked up by its bytes.
        guard token.utf8.count <= Self.maximumByteCount, token.utf8.allSatisfy({ $0 < 0x80 }) else { throw .invalid }
        if let claims = verified.withLock({ $0.value(of: token) }) { return claims }
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .invalid }
        do {
            let header = try JSONDecoder().decode(TokenHeader.self, from: parts[0].base64URLDecoded)
            let (signed, signature) = (token.utf8[..<parts[1].endIndex], parts[2].base64URLDecoded)
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

    /// Issues a token for an account, which is valid for a day; nil when there is no secret to sign it with.
    func issue(for account: AccountIdentifier) throws -> String? {
        guard case .secret(let secret) = keys.first else { return nil }
        let expiration = Int(clock().timeIntervalSince1970) + 86_400
        var claims: [String: Any] = ["sub": account.rawValue, "exp": expiration]
        (claims["iss"], claims["aud"]) = (issuer, audience)
        let header = Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8)
        let text = header.base64URLEncoded + "." + (try JSONSerialization.data(withJSONObject: claims)).base64URLEncoded
        let code = HMACSHA256.authenticationCode(for: text.utf8, using: secret)
        return text + "." + Data(code).base64URLEncoded
    }
}

/// Why a token is refused: it is not signed, lacks a claim or is meant for another server, or it has expired.
enum TokenError: Error, Hashable { case invalid, expired }

/// What a token of an account says: RFC 7519, section 4.1.
private struct TokenClaims: Decodable, Sendable {
    let sub: AccountIdentifier
    let exp: Double
    let nbf: Double?
    let iss: String?
    let aud: TokenAudience?
}

/// One name or an array of names.
private struct TokenAudience: Decodable, Sendable {
    let names: [String]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        names = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
    }
}

/// What a server needs of the header of a token.
private struct TokenHeader: Decodable {
    let alg: String

    /// Extensions that a verifier must understand: this one understands none.
    let crit: [String]?
}

extension Collection<UInt8> {
    /// The bytes of a base64url text; none if it is not one, or another spelling of the same bytes.
    fileprivate var base64URLDecoded: Data {
        let text = String(decoding: self, as: UTF8.self)
        let padded = text + String(repeating: "=", count: (4 - count % 4) % 4)
        let bytes = Data(base64Encoded: padded.replacing("-", with: "+").replacing("_", with: "/")) ?? Data()
        return bytes.base64URLEncoded == text ? bytes : Data()
    }
}

extension Data {
    /// The bytes in base64url without padding (RFC 7515, section 2).
    var base64URLEncoded: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
