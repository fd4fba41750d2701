import Synchronization

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
