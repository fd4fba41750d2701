import CollaborationCrypto
import CollaborationModels
import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Values that a column of the wrong type changes.
extension ParticipantStoreRule {
    static let values = [
        ParticipantStoreRule("Root hashes that differ in one byte are different identities") { check in
            let identities = try alikeBytes(check).map { try Person.Identity(rootHash: Data($0)) }
            let scene = try check.scene(identities: identities)
            try await scene.update(adding: [0])
            for other in identities.indices.dropFirst() {
                try await scene.pair(other, with: 0, challenge: other, returning: .unknownIdentity)
            }
            try await scene.update(adding: Array(identities.indices))
            for identity in identities.indices {
                try await scene.pair(identity, with: identity % 3, challenge: 100 + identity)
            }
            for account in 0..<3 {
                let expected = identities.indices.filter { $0 % 3 == account }
                try await scene.expectIdentities(expected, of: account)
            }
        },
        ParticipantStoreRule("Challenges that differ in one byte are different challenges") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            let digests = try alikeBytes(check).map { try SHA256Digest(rawRepresentation: $0) }
            for outcome in [PairingOutcome.paired(revoked: nil), .challengeAlreadyUsed] {
                for digest in digests {
                    let pairing = scene.fixture.pairing(0, with: 0, challenge: 0).using(digest)
                    try await scene.expect(.outcome(outcome), from: .pair(pairing))
                }
            }
        },
        ParticipantStoreRule("Attempts that differ in one bit are different attempts") { check in
            let scene = try check.scene()
            try await scene.update(adding: [0])
            let alike: [(Int64, Int64)] = [
                (0, .min), (.max, -1), (.max, .max - 1), (.min, .min + 1), (1, 1 + 1 << 32), (1, 1 + 1 << 31),
                (1 << 53, 1 + 1 << 53),
            ]
            for (number, attempts) in alike.enumerated() {
                func pairing(_ attempt: Int64) -> StoreOperation {
                    .pair(scene.fixture.pairing(0, with: 0, challenge: number, attempt: attempt))
                }
                try await scene.expect(.outcome(.paired(revoked: nil)), from: pairing(attempts.0))
                try await scene.expect(.outcome(.challengeAlreadyUsed), from: pairing(attempts.1))
                try await scene.expect(.outcome(.paired(revoked: nil)), from: pairing(attempts.0))
            }
        },
    ]
    /// 32 bytes that no other check uses, and the same ones with one byte changed in every place.
    ///
    /// There is a zero byte, where a text would end. In base64, the first and the last differ in the case of a letter.
    private static func alikeBytes(_ check: StoreCheck) -> [[UInt8]] {
        var bytes = SHA256.hash(data: check.uniqueName().utf8).rawRepresentation
        bytes[9] = 0
        func changing(_ place: Int, by bits: UInt8) -> [UInt8] {
            var changed = bytes
            changed[place] ^= bits
            return changed
        }
        return [bytes] + bytes.indices.map { changing($0, by: 1) } + [changing(9, by: 0x68)]
    }
}

extension Pairing {
    fileprivate func using(_ digest: SHA256Digest) -> Pairing {
        Pairing(
            collaborationIdentifier: collaborationIdentifier,
            identity: identity,
            account: account,
            challengeUse: ChallengeUse(
                digest: digest,
                date: challengeUse.date,
                expiration: challengeUse.expiration
            ),
            policy: policy
        )
    }
}
