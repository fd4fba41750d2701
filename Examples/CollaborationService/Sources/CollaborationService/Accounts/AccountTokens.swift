import CollaborationCore
import Foundation
import ServiceLifecycle
import Synchronization

/// Verifies the tokens with which accounts authenticate, and issues them in the development mode.
///
/// A token is a JWT (RFC 7519) with the name of the account, and with `exp`. JWTKit verifies the signature; all else is read
/// here, since JWTKit accepts other spellings of base64, extensions that it does not know, and a member that comes twice.
final class AccountTokens: Sendable {
    static let maximumByteCount = 4096

    /// The difference between the clocks of this server and of whoever issues the tokens, in seconds.
    static let leeway = 60.0

    private struct State {
        var keys: [TokenKey]
        var rules: TokenRules

        /// The claims of the tokens that were verified last, so that a client's next requests cost nothing.
        var verified = RecentValues<String, TokenClaims>(generationCount: 4096)
        var version = 0
    }

    private let state: Mutex<State>
    private let clock: @Sendable () -> Date

    /// Has the keys; nil if they are those of the settings.
    let keySet: KeySetURL?

    /// Each of the keys is accepted, and tokens are issued with the first if that is a secret.
    init(
        keys: [TokenKey],
        keySet: KeySetURL? = nil,
        rules: TokenRules = TokenRules(),
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.keySet, self.clock) = (keySet, clock)
        state = Mutex(State(keys: keys, rules: rules))
    }

    var hasKeys: Bool { state.withLock { !$0.keys.isEmpty } }

    func replaceKeys(_ keys: [TokenKey]) {
        state.withLock { $0 = State(keys: keys, rules: $0.rules, version: $0.version + 1) }
    }

    /// Accepts the keys of other settings, or fetches those of the URL anew, with what the settings demand of a token.
    ///
    /// Throws for another URL, or one in place of keys, and the last keys stay.
    func replaceKeys(from other: AccountTokens) async throws(StartError) {
        guard keySet?.url == other.keySet?.url else {
            throw .configuration("accounts.public-keys has another URL, or one in place of keys, which needs a start.")
        }
        let (keys, rules) = other.state.withLock { ($0.keys, $0.rules) }
        state.withLock {
            $0 = State(keys: keySet == nil ? keys : $0.keys, rules: rules, version: $0.version + 1)
        }
        await keySet?.fetch(into: self)
    }

    /// Returns whom a token names, after it has asked for the keys anew if the token names one that is unknown.
    func account(of token: String) async throws(TokenError) -> AccountIdentifier {
        // A fetch that goes on may have begun before whoever issues the tokens had the key.
        for _ in 0..<2 {
            do throws(TokenError) {
                return try account(ofVerified: token)
            } catch {
                guard case .unknownKey = error, let keySet else { throw error }
                await keySet.fetch(into: self, isScheduled: false)
            }
        }
        return try account(ofVerified: token)
    }

    private func account(ofVerified token: String) throws(TokenError) -> AccountIdentifier {
        let claims = try claims(of: token)
        let now = clock().timeIntervalSince1970
        guard now < claims.expiration + Self.leeway else { throw .expired }
        guard now >= (claims.notBefore ?? now) - Self.leeway else { throw .invalid("It is not valid yet (nbf).") }
        return claims.account
    }

    /// Returns the claims of a token that one of the keys has signed.
    private func claims(of token: String) throws(TokenError) -> TokenClaims {
        // A text of ASCII is looked up by its bytes.
        guard token.utf8.count <= Self.maximumByteCount, token.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw .invalid("It has more than \(Self.maximumByteCount) bytes, or not only ASCII.")
        }
        let (keys, rules, known, version) = state.withLock {
            ($0.keys, $0.rules, $0.verified.value(of: token), $0.version)
        }
        if let known { return known }
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .invalid("It does not have three parts.") }
        let header = try TokenMember.members(of: parts[0].base64URLDecoded)
        // No extension is known (RFC 7515, section 4.1.11).
        guard header["crit"] == nil, let algorithm = header["alg"]?.texts.first else {
            throw .invalid("Its header has no alg, or has crit.")
        }
        let identifier = header["kid"]?.texts.first
        let candidates = keys.filter { $0.identifier == nil || identifier == nil || $0.identifier == identifier }
        guard !candidates.isEmpty else { throw .unknownKey(identifier ?? "") }
        let (signed, signature) = (token.utf8[..<parts[1].endIndex], parts[2].base64URLDecoded)
        // A key is used with its own algorithm only, whatever the header says (RFC 8725, section 3.1).
        let isSigned = candidates.contains { key in
            key.algorithm.name == algorithm && (try? key.algorithm.verify(signature, signs: Data(signed))) == true
        }
        guard isSigned else { throw .invalid("No key has signed it with the algorithm \(algorithm).") }
        let claims = try TokenClaims(parts[1].base64URLDecoded, rules)
        state.withLock { if $0.version == version { $0.verified.set(claims, of: token) } }
        return claims
    }

    /// Issues a token for an account, which is valid for a day; nil when there is no secret to sign it with.
    func issue(for account: AccountIdentifier) throws -> String? {
        let (key, rules) = state.withLock { ($0.keys.first, $0.rules) }
        guard let algorithm = key?.algorithm, algorithm.name == "HS256" else { return nil }
        var claims: [String: Any] = ["exp": Int(clock().timeIntervalSince1970) + 86_400]
        for (claim, value) in rules.required { claims[claim] = value }
        claims[rules.accountClaim] = account.rawValue
        let parts = [Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8), try JSONSerialization.data(withJSONObject: claims)]
        let text = parts.map(\.base64URLEncoded).joined(separator: ".")
        return try text + "." + Data(algorithm.sign(Data(text.utf8))).base64URLEncoded
    }
}

extension AccountTokens: Service {
    func run() async throws {
        guard let keySet else { return try await gracefulShutdown() }
        try? await cancelWhenGracefulShutdown { try await keySet.keepFetching(into: self) }
    }
}
