import CollaborationCrypto
import CollaborationCore

/// The challenges of one collaboration that were used, each until it expires.
///
/// A later use evicts up to four that have expired. One that is not recorded and expires no later than one that was
/// evicted is taken for a replay, since its record may have been evicted too. So a clock that was ahead never lets a
/// replay pass, and a few uses by it evict only the oldest, so that they refuse nobody else.
struct UsedChallenges: Hashable, Sendable {
    struct Use: Hashable, Sendable {
        /// From when on no server accepts the challenge, in milliseconds since 1970.
        let expiration: Int64

        /// The first 16 bytes of the challenge's identifier, as an integer.
        let identifier: UInt128

        /// The order in which uses are kept.
        func precedes(_ other: Use) -> Bool {
            (expiration, identifier) < (other.expiration, other.identifier)
        }
    }

    /// The largest number of uses, of which one more evicts the first to expire.
    ///
    /// It is that of the identities, each of which may be proven at once.
    static let maximumCount = CollaborationRecord.maximumIdentityCount

    /// How many uses a new one evicts at most.
    static let evictionsPerUse = 4

    /// The uses in the order of their expirations, and each once.
    private(set) var uses: [Use] = []

    /// The latest expiration of a use that was evicted, in milliseconds since 1970.
    private(set) var evictedThrough = Int64.min

    init() {}

    /// Makes what was stored; nil if the uses are not in their order, or too many.
    init?(uses: [Use], evictedThrough: Int64) {
        guard uses.count <= Self.maximumCount, zip(uses, uses.dropFirst()).allSatisfy({ $0.precedes($1) })
        else { return nil }
        self.uses = uses
        self.evictedThrough = evictedThrough
    }

    func isReplay(_ use: Use) -> Bool {
        // By the identifier alone: a server with another clock tolerance has another expiration.
        use.expiration <= evictedThrough || uses.contains { $0.identifier == use.identifier }
    }

    /// Records a use that is not a replay, and evicts up to four that expired before a date.
    mutating func record(_ use: Use, at date: Int64) {
        evict(before: date, atMost: Self.evictionsPerUse)
        uses.insert(use, at: uses.firstIndex { use.precedes($0) } ?? uses.endIndex)
        evict(uses.count - Self.maximumCount)
    }

    mutating func evict(before date: Int64, atMost maximum: Int = .max) {
        evict(min(uses.prefix { $0.expiration < date }.count, maximum))
    }

    private mutating func evict(_ count: Int) {
        guard count > 0 else { return }
        evictedThrough = max(evictedThrough, uses[count - 1].expiration)
        uses.removeFirst(count)
    }
}

extension UsedChallenges.Use {
    init(_ challenge: ValidChallenge) {
        self.init(
            expiration: challenge.expiration.milliseconds,
            identifier: challenge.identifier.rawRepresentation.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
        )
    }
}
