import CollaborationProofs
import Synchronization

/// Limits how often something may happen for each of many keys: a bucket of tokens a key, refilled at a rate.
///
/// The memory is bounded. Keys are kept in two generations. When the younger one is full it becomes the older one,
/// whose keys are forgotten unless they were used in between. A forgotten key begins with a full bucket.
final class TokenBuckets: Sendable {
    private struct Bucket {
        var tokens: Double
        var refilled: ContinuousClock.Instant
    }

    private struct Shard {
        var young: [BucketKey: Bucket] = [:]
        var old: [BucketKey: Bucket] = [:]
    }

    /// A lock of its own for each part of the keys, so that tasks rarely wait for one another.
    private final class LockedShard: Sendable {
        let state = Mutex(Shard())
    }

    private let shards = (0..<16).map { _ in LockedShard() }
    private let rate: LimitSettings.Rate
    private let generationCount: Int
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
        generationCount = max(1, maximumCount / shards.count)
        self.now = now
    }

    /// The number of keys that are remembered.
    var count: Int { shards.reduce(0) { $0 + $1.state.withLock { $0.young.count + $0.old.count } } }

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
        return shards[Int(UInt(bitPattern: key.hashValue) % UInt(shards.count))].state.withLock { shard in
            let known = shard.young[key] ?? shard.old[key]
            var bucket = known ?? Bucket(tokens: Double(rate.burst), refilled: instant)
            // Zero for a task that has asked for the time before another one and waited for the lock behind it.
            let elapsed = max(.zero, instant - bucket.refilled)
            bucket.tokens = min(Double(rate.burst), bucket.tokens + elapsed / .seconds(1) * rate.perSecond)
            bucket.refilled += elapsed
            let needed = onCredit ? 0 : Double(count)
            let isAllowed = bucket.tokens >= needed
            if isAllowed { bucket.tokens -= Double(count) }
            if shard.young[key] == nil, shard.young.count >= generationCount {
                shard.old = shard.young
                shard.young = [:]
            }
            shard.young[key] = bucket
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
