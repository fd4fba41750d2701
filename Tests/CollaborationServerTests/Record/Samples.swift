import CollaborationCore
import Foundation

@testable import CollaborationServer

extension Person.Identity {
    /// An identity whose root hash begins with a number of two bytes.
    static func sample(_ number: Int) -> Person.Identity {
        let bytes = [UInt8(number >> 8), UInt8(number & 0xFF)] + [UInt8](repeating: 0, count: 30)
        do {
            return try Person.Identity(rootHash: Data(bytes))
        } catch {
            preconditionFailure("a root hash has 32 bytes")
        }
    }
}

extension ChallengeUse {
    /// A use of a challenge that no server accepts after a number of seconds since 1970.
    static func sample(
        _ number: Int,
        by account: AccountIdentifier = "bob",
        until expiration: Int = 180
    ) -> ChallengeUse {
        let tag = account.rawValue.utf8.reduce(0) { $0 &* 31 &+ UInt32($1) }
        return ChallengeUse(expiration: Int64(expiration) * 1000, identifier: UInt128(number), accountTag: tag)
    }
}

extension CollaborationRecord {
    /// Admits an account at the beginning of 1970, with a challenge of its own.
    mutating func admit(
        _ identity: Int,
        as account: AccountIdentifier,
        using use: ChallengeUse? = nil,
        policy: PairingPolicy = .refuse
    ) throws(CollaborationError) {
        let use = use ?? .sample(usedChallenges.uses.count + 1, by: account)
        try admit(.sample(identity), as: account, using: use, at: Date(timeIntervalSince1970: 0), policy: policy)
    }
}
