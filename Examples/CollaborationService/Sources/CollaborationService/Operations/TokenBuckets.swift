import CollaborationCore
import Synchronization

/// Limits how often something may happen for each of many keys: a bucket of tokens a key, refilled at a rate.
///
/// The memory is bounded. A key that is forgotten because of others begins with a full bucket.
final class TokenBuckets: Sendable {
    private struct Bucket {
        var tokens: Double
        var refilled: ContinuousClock.Instant
    }

    private let buckets: Mutex<RecentValues<BucketKey, Bucket>>
    private let rate: LimitSettings.Rate
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Makes full buckets.
    ///
    /// - Parameters:
    ///   - rate: The tokens a second, and the size of a bucket.
    ///   - maximumCount: The number of keys that are surely remembered; at most twice as many are.
    ///   - now: Tells the time.
    init(
        _ rate: LimitSettings.Rate,
        maximumCount: Int = 100_000,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.rate = rate
        buckets = Mutex(RecentValues(generationCount: maximumCount))
        self.now = now
    }

    /// The number of keys that are remembered.
    var count: Int { buckets.withLock { $0.count } }

    /// Takes tokens from the bucket of a key.
    ///
    /// - Parameters:
    ///   - count: The number of tokens.
    ///   - key: The key.
    ///   - onCredit: Whether the bucket may have fewer, and lack the others until the rate has made up for them. One that
    ///     lacks tokens gives no credit.
    /// - Returns: nil if the tokens were taken, otherwise the time until they could be.
    func take(_ count: Int = 1, of key: BucketKey, onCredit: Bool = false) -> Duration? {
        let instant = now()
        return buckets.withLock { buckets in
            var bucket = buckets.value(of: key) ?? Bucket(tokens: Double(rate.burst), refilled: instant)
            // Zero for a task that has asked for the time before another one and waited for the lock behind it.
            let elapsed = max(.zero, instant - bucket.refilled)
            bucket.tokens = min(Double(rate.burst), bucket.tokens + elapsed / .seconds(1) * rate.perSecond)
            bucket.refilled += elapsed
            let needed = onCredit ? 0 : Double(count)
            let isAllowed = bucket.tokens >= needed
            if isAllowed { bucket.tokens -= Double(count) }
            buckets.set(bucket, of: key)
            // No more than a Duration can have, however low the rate is.
            return isAllowed ? nil : .seconds(min(1e9, (needed - bucket.tokens) / rate.perSecond))
        }
    }
}

/// Whom a bucket belongs to: an account or an address.
///
/// It is compared by its bytes, as the name of an account is.
struct BucketKey: StringIdentifier {
    let rawValue: String
}
