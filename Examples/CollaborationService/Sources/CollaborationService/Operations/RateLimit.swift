import CollaborationCore
import Hummingbird

/// Answers requests beyond a rate with 429 and the seconds after which to come again.
struct RateLimit: RouterMiddleware {
    private let buckets: TokenBuckets
    private let key: @Sendable (Request, AppContext) -> BucketKey?

    /// Limits the requests of each account, behind the authentication; nil for no limit.
    static func ofAccounts(
        _ rate: LimitSettings.Rate,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) -> Self? {
        Self(rate, now: now) { _, context in context.authenticated.map { BucketKey($0.rawValue) } }
    }

    /// Limits the requests of each address; nil for no limit.
    static func ofAddresses(_ rate: LimitSettings.Rate, behindProxy: Bool) -> Self? {
        Self(rate) { request, context in
            ClientAddress(of: request, connection: context.address, behindProxy: behindProxy)
                .map { BucketKey($0.network) }
        }
    }

    private init?(
        _ rate: LimitSettings.Rate,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        key: @escaping @Sendable (Request, AppContext) -> BucketKey?
    ) {
        guard rate.perSecond > 0 else { return nil }
        buckets = TokenBuckets(rate, now: now)
        self.key = key
    }

    func handle(_ request: Request, context: AppContext, next: AppContext.Next) async throws -> Response {
        if let key = key(request, context) { try check(buckets.take(of: key)) }
        return try await next(request, context)
    }

    /// Takes tokens of an account besides the one that each request takes.
    ///
    /// The account may have fewer left. Then its further requests have to wait for as much longer.
    ///
    /// - Throws: Status 429 if an earlier request, or another one at the same time, has taken more than there were.
    func takeMore(_ count: Int, of account: AccountIdentifier) throws {
        if count > 0 { try check(buckets.take(count, of: BucketKey(account.rawValue), onCredit: true)) }
    }

    private func check(_ wait: Duration?) throws {
        guard let wait else { return }
        let seconds = Int((wait / .seconds(1)).rounded(.up))
        throw HTTPError(.tooManyRequests, headers: [.retryAfter: "\(seconds)"], message: "Too many requests.")
    }
}

/// The tokens that a request takes besides one, if others may have to wait for it: about one for each millisecond of the
/// only connection that writes to SQLite.
enum RequestCost {
    /// Reads all identities of a collaboration, 100,000 of them in some 30 ms.
    static let endOfCollaboration = 20

    /// Reads so many documents, one after the other.
    static func list(_ count: Int) -> Int { count / 10 }

    /// Adds or removes about 100 identities in a millisecond.
    static func update(_ update: ParticipantsUpdate) -> Int {
        (update.addedIdentities.count + update.removedIdentities.count) / 100
    }
}
