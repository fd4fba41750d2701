import CollaborationCore
import CollaborationCrypto
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

extension UsedChallenge {
    /// A challenge that no server accepts after a number of seconds since 1970.
    static func sample(
        _ number: Int,
        by account: AccountIdentifier = "bob",
        until expiration: Int = 180
    ) -> UsedChallenge {
        let tag = SHA256.hash(data: Array(account.rawValue.utf8)).rawRepresentation[3]
        return UsedChallenge(expiration: Int64(expiration) * 1000, identifier: UInt128(number), accountTag: UInt32(tag))
    }
}

extension CollaborationRecord {
    /// Admits an account at the beginning of 1970.
    mutating func admit(
        _ identity: Int,
        as account: AccountIdentifier = "bob",
        using challenge: UsedChallenge,
        policy: PairingPolicy = .refuse
    ) throws(CollaborationError) -> AccountIdentifier? {
        try admit(.sample(identity), as: account, using: challenge, at: Date(timeIntervalSince1970: 0), policy: policy)
    }
}
