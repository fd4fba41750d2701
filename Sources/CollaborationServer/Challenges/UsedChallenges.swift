import CollaborationCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Records the challenges that were used, and refuses replays.
///
/// A use is kept until the second of its ``ChallengeUse/expiration`` is over: the lifetime of the challenge
/// and the tolerance of clocks after its issue. Uses recorded later evict it. A use that is not recorded and
/// expires no later than one that was evicted is taken for a replay, since its record may have been evicted. A
/// clock that was ahead for an hour may therefore cause refusals for an hour, but never lets a replay pass.
public struct UsedChallenges: Sendable {
    private struct Use: Equatable {
        var attempt: Int64
        var expiration: Int64
    }

    private var uses = LinearHashTable<SHA256Digest, Use>()
    private var evictions = EvictionQueue()

    /// The latest expiration of an evicted use, in seconds since 1970.
    private var evictedThrough: Int64?

    /// How many uses a new one evicts at most.
    ///
    /// It is more than the one use that is added, so that a backlog shrinks. It is bounded, so that the first
    /// use after a quiet night does not evict a million at once, under a store's lock.
    static let evictionsPerUse = 4

    /// Makes an empty record.
    public init() {}

    /// The number of uses that are kept.
    public var count: Int { uses.count }

    /// Tells whether a use is a replay, and records nothing.
    ///
    /// - Parameter use: The use.
    /// - Returns: True if the challenge was used by another attempt, or may have been used by one whose record
    ///   was evicted. False for the first use and for its retries.
    public func isReplay(_ use: ChallengeUse) -> Bool {
        if let first = uses[use.digest] { return first.attempt != use.attempt }
        guard let evictedThrough else { return false }
        return Self.second(of: use.expiration) <= evictedThrough
    }

    /// Records a use that is not a replay, and evicts up to four that expired before its date.
    ///
    /// - Parameter use: The use.
    /// - Returns: False for a replay, as ``isReplay(_:)`` tells it; then nothing has changed.
    public mutating func record(_ use: ChallengeUse) -> Bool {
        guard !isReplay(use) else { return false }
        guard uses[use.digest] == nil else { return true }
        let now = Self.second(of: use.date)
        for _ in 0..<Self.evictionsPerUse {
            guard let digest = evictions.popFirst(before: now) else { break }
            // In a damaged record a use may expire earlier than one that was evicted before it.
            if let evicted = uses.removeValue(forKey: digest) {
                evictedThrough = max(evictedThrough ?? evicted.expiration, evicted.expiration)
            }
        }
        add(use.digest, Use(attempt: use.attempt, expiration: Self.second(of: use.expiration)))
        return true
    }

    private mutating func add(_ digest: SHA256Digest, _ use: Use) {
        uses.updateValue(use, forKey: digest)
        evictions.insert(digest, expiration: use.expiration)
    }

    /// Seconds since 1970, rounded down and clamped to what 64 bits hold.
    private static func second(of date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return Int64(exactly: seconds) ?? (seconds > 0 ? .max : .min)
    }
}

extension UsedChallenges: Equatable {
    /// Tells whether two records hold the same uses and have evicted up to the same expiration.
    public static func == (one: UsedChallenges, other: UsedChallenges) -> Bool {
        one.uses == other.uses && one.evictedThrough == other.evictedThrough
    }
}

extension UsedChallenges: Codable {
    private enum CodingKeys: String, CodingKey {
        case evictedThrough
        case uses
    }

    private struct Entry: Codable {
        var challengeIdentifier: Data
        var attempt: Int64
        var expiration: Int64
    }

    /// Decodes what ``encode(to:)`` encodes.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for an identifier that is not 32 bytes and for one that occurs twice:
    ///   evicting it at the earlier date would let a replay pass.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func corrupted(_ description: String) -> DecodingError {
            .dataCorruptedError(forKey: .uses, in: container, debugDescription: description)
        }
        evictedThrough = try container.decodeIfPresent(Int64.self, forKey: .evictedThrough)
        for entry in try container.decode([Entry].self, forKey: .uses) {
            let digest: SHA256Digest
            do {
                digest = try SHA256Digest(rawRepresentation: entry.challengeIdentifier)
            } catch {
                throw corrupted("The identifier of a challenge is not 32 bytes.")
            }
            guard uses[digest] == nil else { throw corrupted("A challenge occurs twice.") }
            add(digest, Use(attempt: entry.attempt, expiration: entry.expiration))
        }
    }

    /// Encodes `evictedThrough`, the latest expiration of an evicted use, if there is one, and `uses`: an array of
    /// `challengeIdentifier`, `attempt` and `expiration`, ordered by identifier.
    ///
    /// Expirations are in seconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        let entries = uses.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { digest, use in
            Entry(
                challengeIdentifier: Data(digest.rawRepresentation),
                attempt: use.attempt,
                expiration: use.expiration
            )
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(evictedThrough, forKey: .evictedThrough)
        try container.encode(entries, forKey: .uses)
    }
}
