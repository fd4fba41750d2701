import CollaborationCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The challenges that were used and that some server might still take for valid.
///
/// A store that keeps a collaboration as one document keeps this beside its ``ParticipantRoster``.
public struct UsedChallenges: Sendable {
    private struct Use {
        var attempt: Int64
        var forgettable: Int
    }

    private var uses: [SHA256Digest: Use] = [:]

    /// The challenges by the second in which they can be forgotten, so that all of a second go at once.
    private var digests: [Int: [SHA256Digest]] = [:]

    private var lastSweep = Int.min

    /// Makes an empty record.
    public init() {}

    /// The number of challenges that are remembered.
    public var count: Int { uses.count }

    /// Records a use, after forgetting what can be forgotten at its date.
    ///
    /// - Parameter use: The use.
    /// - Returns: False when the challenge was used by another attempt.
    public mutating func record(_ use: ChallengeUse) -> Bool {
        forget(before: Self.second(of: use.date))
        if let known = uses[use.digest] { return known.attempt == use.attempt }
        add(use.digest, Use(attempt: use.attempt, forgettable: Self.second(of: use.forgettable)))
        return true
    }

    private mutating func add(_ digest: SHA256Digest, _ use: Use) {
        uses[digest] = use
        digests[use.forgettable, default: []].append(digest)
    }

    /// Forgets once in each second: there are as many different seconds as a challenge lives.
    private mutating func forget(before second: Int) {
        // Not only in a later one: a clock that was ahead for a moment would end all forgetting.
        guard second != lastSweep else { return }
        lastSweep = second
        for (key, forgotten) in digests where key < second {
            for digest in forgotten { uses[digest] = nil }
            digests[key] = nil
        }
    }

    private static func second(of date: Date) -> Int {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        return Int(exactly: seconds) ?? (seconds > 0 ? .max : .min)
    }
}

extension UsedChallenges: Codable {
    private struct Entry: Codable {
        var challengeIdentifier: Data
        var attempt: Int64
        var forgettable: Int
    }

    /// Decodes what ``encode(to:)`` encodes.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for an identifier that is not 32 bytes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        for entry in try container.decode([Entry].self) {
            guard let digest = try? SHA256Digest(rawRepresentation: entry.challengeIdentifier) else {
                throw DecodingError.dataCorruptedError(
                    in: container,
                    debugDescription: "The identifier of a challenge is not 32 bytes."
                )
            }
            add(digest, Use(attempt: entry.attempt, forgettable: entry.forgettable))
        }
    }

    /// Encodes an array with the identifier, the attempt and the last second of each challenge, in order.
    public func encode(to encoder: any Encoder) throws {
        let entries = uses.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { digest, use in
            Entry(
                challengeIdentifier: Data(digest.rawRepresentation),
                attempt: use.attempt,
                forgettable: use.forgettable
            )
        }
        var container = encoder.singleValueContainer()
        try container.encode(entries)
    }
}
