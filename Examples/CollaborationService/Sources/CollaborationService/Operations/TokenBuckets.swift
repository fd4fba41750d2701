import CollaborationCore
import Synchronization

/// Limits how often something may happen for each of many keys: a bucket of tokens a key, refilled at a rate.
///
/// The memory is bounded. A key that is forgotten because of others begins with a full bucket.
final class TokenBuckets: Sendable {
    private struct Bucket { var tokens: Double, refilled: ContinuousClock.Instant }

    /// Keys are compared by their bytes, as the names of accounts are.
    private let buckets: Mutex<RecentValues<AccountIdentifier, Bucket>>
    private let rate, size: Double
    private let now: @Sendable () -> ContinuousClock.Instant

    // The rate is in tokens a second, more than zero. At least `maximumCount` keys are remembered, and at most twice as many.
    init(
        rate: Int,
        size: Int,
        maximumCount: Int = 100_000,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.rate, self.size, self.now) = (Double(rate), Double(size), now)
        buckets = Mutex(RecentValues(generationCount: maximumCount))
    }

    /// Takes tokens from the bucket of a key, or returns the time until there are so many.
    ///
    /// On credit they are taken in any case, so that the bucket may lack as many as it holds until the rate has made up for them.
    func take(_ count: Int = 1, of key: String, onCredit: Bool = false) -> Duration? {
        let (instant, count) = (now(), Double(count))
        return buckets.withLock { buckets in
            let key = AccountIdentifier(key)
            var bucket = buckets.value(of: key) ?? Bucket(tokens: size, refilled: instant)
            // Never negative: another task may have taken a later time first.
            let elapsed = max(.zero, instant - bucket.refilled)
            bucket.tokens = min(size, bucket.tokens + elapsed / .seconds(1) * rate)
            bucket.refilled += elapsed
            let isAllowed = onCredit || bucket.tokens >= count
            if isAllowed { bucket.tokens = max(-size, bucket.tokens - count) }
            buckets.set(bucket, of: key)
            return isAllowed ? nil : .seconds((count - bucket.tokens) / rate)
        }
    }
}

/// Remembers values by their keys: at least a number of those that were used last, and at most twice as many.
///
/// They are kept in two generations. When the younger one is full it becomes the older one, whose keys are forgotten
/// unless they are used in between.
struct RecentValues<Key: Hashable, Value> {
    private var (young, old): ([Key: Value], [Key: Value]) = ([:], [:])
    private let generationCount: Int

    init(generationCount: Int) { self.generationCount = max(1, generationCount) }

    mutating func value(of key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old[key] else { return nil }
        set(value, of: key)
        return value
    }

    mutating func set(_ value: Value, of key: Key) {
        if young[key] == nil, young.count >= generationCount { (old, young) = (young, [:]) }
        young[key] = value
    }
}
