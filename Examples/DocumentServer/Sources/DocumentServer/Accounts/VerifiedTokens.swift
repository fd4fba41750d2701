import Synchronization

/// The claims of the tokens that were verified last, so that a client's next requests cost no verification.
///
/// It holds some thousands. Half of them are dropped at a time: those that were not looked up since the last drop.
final class VerifiedTokens: Sendable {
    private struct Halves {
        var recent: [String: TokenClaims] = [:]
        var older: [String: TokenClaims] = [:]
    }

    private let maximumHalfCount: Int
    private let halves = Mutex(Halves())

    /// - Parameter maximumHalfCount: How many tokens half of it may hold, of at most 4,096 bytes each.
    init(maximumHalfCount: Int = 4096) { self.maximumHalfCount = maximumHalfCount }

    /// The claims of a token, which is looked up by its bytes: it must be ASCII.
    func claims(of token: String) -> TokenClaims? {
        halves.withLock { halves in
            if let claims = halves.recent[token] { return claims }
            guard let claims = halves.older[token] else { return nil }
            insert(claims, of: token, into: &halves)
            return claims
        }
    }

    func insert(_ claims: TokenClaims, of token: String) {
        halves.withLock { insert(claims, of: token, into: &$0) }
    }

    private func insert(_ claims: TokenClaims, of token: String, into halves: inout Halves) {
        if halves.recent.count >= maximumHalfCount {
            halves = Halves(older: halves.recent)
        }
        halves.recent[token] = claims
    }
}
