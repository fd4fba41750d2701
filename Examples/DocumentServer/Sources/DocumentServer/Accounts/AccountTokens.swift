import CollaborationProofs
import Foundation
import JWTKit
import Synchronization

/// Verifies the tokens with which accounts authenticate, and issues them in the development mode.
///
/// A token is a JWT (RFC 7519) with the name of the account as `sub`, and with `exp`.
struct AccountTokens: Sendable {
    /// The greatest length of a token in bytes.
    ///
    /// One of this server has about 150 and the name.
    static let maximumByteCount = 4096

    private let keys: JWTKeyCollection
    private let algorithms: Set<String>
    private let issues: Bool
    private let issuer: String?
    private let audience: String?
    private let clock: @Sendable () -> Date
    private let verified = VerifiedTokens()

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
    ) async {
        // Foundation's decoder, the default, ends the process at a header of 513 nested arrays.
        let parser = DefaultJWTParser(jsonDecoder: TokenDecoder())
        let collection = JWTKeyCollection(defaultJWTParser: parser)
        for (index, key) in keys.enumerated() {
            let name = JWKIdentifier(string: String(index))
            switch key {
            case .secret(let bytes):
                let key = HMACKey(from: bytes)
                await collection.add(hmac: key, digestAlgorithm: .sha256, kid: name, parser: parser)
            case .publicKey(let key): await collection.add(ecdsa: key, kid: name, parser: parser)
            }
        }
        self.keys = collection
        algorithms = Set(keys.map(\.algorithm))
        if case .secret = keys.first { issues = true } else { issues = false }
        self.issuer = issuer
        self.audience = audience
        self.clock = clock
    }

    /// Returns the account that a token names.
    func account(of token: String) async throws(TokenError) -> AccountIdentifier {
        let claims = try await claims(of: token)
        let now = clock().timeIntervalSince1970
        guard now < claims.exp else { throw .expired }
        guard now >= claims.nbf ?? now, !claims.sub.rawValue.isEmpty,
            issuer == nil || claims.iss == issuer,
            audience.map({ claims.aud?.names.contains($0) == true }) ?? true
        else { throw .invalid }
        return claims.sub
    }

    /// Returns the claims of a token that one of the keys has signed, which are not checked.
    private func claims(of token: String) async throws(TokenError) -> TokenClaims {
        guard token.utf8.count <= Self.maximumByteCount, token.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw .invalid
        }
        if let claims = verified.claims(of: token) { return claims }
        do {
            try checkHeader(of: token)
            let claims: TokenClaims = try await keys.verify(token, iteratingKeys: true)
            verified.insert(claims, of: token)
            return claims
        } catch {
            throw .invalid
        }
    }

    /// Refuses a token for another algorithm than those of the keys, or with extensions (RFC 8725, section 3.1).
    private func checkHeader(of token: String) throws {
        let header = token.utf8.prefix { $0 != UInt8(ascii: ".") }
        let fields = try StrictJSONDecoder().decode(TokenHeader.self, from: header.base64URLDecoded)
        guard algorithms.contains(fields.alg), fields.crit == nil else { throw TokenError.invalid }
    }

    /// Issues a token for an account, which is valid for a time.
    ///
    /// - Throws: ``TokenError/cannotIssue`` when the key is a public one.
    func issue(for account: AccountIdentifier, lifetime: Duration) async throws -> String {
        guard issues else { throw TokenError.cannotIssue }
        return try await keys.sign(
            TokenClaims(
                sub: account,
                exp: (clock().timeIntervalSince1970 + lifetime / .seconds(1)).rounded(.down),
                iss: issuer,
                aud: audience.map { TokenAudience(names: [$0]) }
            ),
            kid: "0"
        )
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

/// A key that tokens of accounts are verified with.
enum TokenKey: Sendable {
    /// A secret of at least 32 bytes that whoever issues the tokens shares with this server (HS256).
    case secret([UInt8])

    /// The public key of whoever issues the tokens (ES256).
    case publicKey(ES256PublicKey)

    /// Makes a key from a public P-256 key in PEM; nil if the text is not one.
    init?(publicKeyPEM text: String) {
        guard let key = try? ES256PublicKey(pem: text) else { return nil }
        self = .publicKey(key)
    }

    /// The algorithm that a token must name.
    var algorithm: String {
        switch self {
        case .secret: "HS256"
        case .publicKey: "ES256"
        }
    }
}

/// The claims of the tokens that were verified last, so that a client's next requests cost no verification.
final class VerifiedTokens: Sendable {
    private let claims: Mutex<RecentValues<String, TokenClaims>>

    /// - Parameter generationCount: How many tokens are surely remembered, of at most 4,096 bytes each.
    init(generationCount: Int = 4096) { claims = Mutex(RecentValues(generationCount: generationCount)) }

    /// The claims of a token, which is looked up by its bytes: it must be ASCII.
    func claims(of token: String) -> TokenClaims? { claims.withLock { $0.value(of: token) } }

    func insert(_ claims: TokenClaims, of token: String) {
        self.claims.withLock { $0.set(claims, of: token) }
    }
}
