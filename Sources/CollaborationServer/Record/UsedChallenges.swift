import CollaborationCore
import CollaborationCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The use of a challenge, which is remembered so that it is not used again.
struct ChallengeUse: Hashable, Sendable {
    /// When the challenge expires, in milliseconds since 1970: the same on servers with different clock tolerances.
    let expiration: Int64

    // Swift 6.3 passes a 128-bit integer wrongly to an asynchronous function (swiftlang/swift#91204), and crashes.
    private let high, low: UInt64

    /// The first 4 bytes of a hash of the account, which does not name it.
    let accountTag: UInt32
}

extension ChallengeUse {
    /// The first 16 bytes of the challenge's authentication code.
    var identifier: UInt128 { UInt128(high) << 64 | UInt128(low) }

    init(expiration: Int64, identifier: UInt128, accountTag: UInt32) {
        (high, low) = (UInt64(truncatingIfNeeded: identifier >> 64), UInt64(truncatingIfNeeded: identifier))
        (self.expiration, self.accountTag) = (expiration, accountTag)
    }

    init(of code: SHA256Digest, by account: AccountIdentifier, expiration: Int64) {
        let hash = SHA256.hash(data: account.rawValue.utf8)
        self.init(
            expiration: expiration,
            identifier: UInt128(bigEndianBytes: code.rawRepresentation.prefix(16)),
            accountTag: UInt32(bigEndianBytes: hash.rawRepresentation.prefix(4))
        )
    }
}

/// The challenges of one collaboration that were used.
///
/// Each is remembered until a day after no server accepts it, so that no clock that is wrong by less than a day lets a
/// replay pass. Of one account the last eight to expire are remembered; an earlier one is treated as a replay.
struct UsedChallenges: Hashable, Sendable {
    /// How many are remembered of one account: more devices do not prove at once.
    static let maximumCountOfAccount = 8

    /// How many are remembered of all accounts, 2,048: many times more than there are people in a conversation.
    static let maximumCount = 2_048

    private static let margin: TimeInterval = 86_400

    /// The uses in the order of their expirations and identifiers.
    private(set) var uses: [ChallengeUse] = []

    init() {}

    /// Restores what was stored; nil if it is unsorted, over capacity, or has one challenge twice.
    init?(uses: [ChallengeUse]) {
        let counts = Dictionary(uses.map { ($0.accountTag, 1) }, uniquingKeysWith: +)
        guard uses.count <= Self.maximumCount,
            zip(uses, uses.dropFirst()).allSatisfy({ Self.areInOrder($0, $1) }),
            Set(uses.map(\.identifier)).count == uses.count,
            counts.values.allSatisfy({ $0 <= Self.maximumCountOfAccount })
        else { return nil }
        self.uses = uses
    }

    /// Whether a challenge was used before, or may have been.
    func isReplay(_ use: ChallengeUse) -> Bool {
        let own = uses.filter { $0.accountTag == use.accountTag }
        let isFull = own.count >= Self.maximumCountOfAccount
        return uses.contains { $0.identifier == use.identifier } || isFull && use.expiration <= own[0].expiration
    }

    /// Remembers a use that is no replay.
    ///
    /// - Parameters:
    ///   - use: The use.
    ///   - date: The time of the server whose clock is the furthest behind.
    /// - Returns: False if there is no room.
    mutating func insert(_ use: ChallengeUse, at date: Date) -> Bool {
        evict(at: date)
        let own = uses.indices.filter { uses[$0].accountTag == use.accountTag }
        if own.count >= Self.maximumCountOfAccount { uses.remove(at: own[0]) }
        guard uses.count < Self.maximumCount else { return false }
        uses.insert(use, at: uses.firstIndex { Self.areInOrder(use, $0) } ?? uses.endIndex)
        return true
    }

    /// Forgets the challenges that no server has accepted for a day.
    private mutating func evict(at date: Date) {
        let limit = (date - Self.margin).milliseconds
        uses.removeFirst(uses.prefix { $0.expiration < limit }.count)
    }

    private static func areInOrder(_ a: ChallengeUse, _ b: ChallengeUse) -> Bool {
        (a.expiration, a.identifier) < (b.expiration, b.identifier)
    }
}
