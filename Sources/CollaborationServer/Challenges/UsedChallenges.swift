import CollaborationCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Records the challenges that were used, and refuses replays.
///
/// A use is kept until the second of its ``ChallengeUse/expiration`` is over: the lifetime of the challenge
/// and the tolerance of clocks after its issue. Uses recorded later evict it. A store that keeps a
/// collaboration as one document keeps this beside its ``ParticipantRoster``.
public struct UsedChallenges: Sendable {
    private struct Use {
        var attempt: Int64
        var expiration: Int64
    }

    private var uses: [SHA256Digest: Use] = [:]
    private var evictions = EvictionQueue()

    /// How many uses a new one evicts at most.
    ///
    /// It is more than the one use that is added, so that a backlog shrinks. It is bounded, so that the first
    /// use after a quiet night does not evict a million at once, under a store's lock.
    static let evictionsPerUse = 4

    /// Makes an empty record.
    public init() {}

    /// The number of uses that are kept.
    public var count: Int { uses.count }

    /// Records a use and evicts up to four that expired before its date.
    ///
    /// - Parameter use: The use.
    /// - Returns: False for a replay: the challenge was used by another attempt. True for the first use and
    ///   for its retries.
    public mutating func record(_ use: ChallengeUse) -> Bool {
        let now = Self.second(of: use.date)
        for _ in 0..<Self.evictionsPerUse {
            guard let digest = evictions.popFirst(before: now) else { break }
            uses[digest] = nil
        }
        if let first = uses[use.digest] { return first.attempt == use.attempt }
        add(use.digest, Use(attempt: use.attempt, expiration: Self.second(of: use.expiration)))
        return true
    }

    private mutating func add(_ digest: SHA256Digest, _ use: Use) {
        uses[digest] = use
        evictions.insert(digest, expiration: use.expiration)
    }

    /// Seconds since 1970, rounded down and clamped to what 64 bits hold.
    private static func second(of date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return Int64(exactly: seconds) ?? (seconds > 0 ? .max : .min)
    }
}

extension UsedChallenges: Codable {
    private struct Entry: Codable {
        var challengeIdentifier: Data
        var attempt: Int64
        var expiration: Int64
    }

    /// Decodes the uses that ``encode(to:)`` encodes.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for an identifier that is not 32 bytes and for one that occurs twice:
    ///   evicting it at the earlier date would let a replay pass.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        for entry in try container.decode([Entry].self) {
            let digest: SHA256Digest
            do {
                digest = try SHA256Digest(rawRepresentation: entry.challengeIdentifier)
            } catch {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "The identifier of a challenge is not 32 bytes."
                )
            }
            guard uses[digest] == nil else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "A challenge occurs twice."
                )
            }
            add(digest, Use(attempt: entry.attempt, expiration: entry.expiration))
        }
    }

    /// Encodes an array of `challengeIdentifier`, `attempt` and `expiration` (seconds since 1970), ordered by
    /// identifier.
    public func encode(to encoder: any Encoder) throws {
        let entries = uses.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { digest, use in
            Entry(
                challengeIdentifier: Data(digest.rawRepresentation),
                attempt: use.attempt,
                expiration: use.expiration
            )
        }
        var container = encoder.singleValueContainer()
        try container.encode(entries)
    }
}
