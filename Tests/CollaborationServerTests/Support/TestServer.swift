import CollaborationProofs
import CollaborationTesting
import Foundation

@testable import CollaborationServer

/// A server with a store in memory and a clock that the test moves.
struct TestServer {
    let clock: SimulatedClock
    let store = InMemoryCollaborationStore()
    let challenges: ChallengeAuthority
    let collaborations: CollaborationAccess

    init(
        clock: SimulatedClock = SimulatedClock(),
        acceptsDeviceNonces: Bool = false,
        proofPolicy: IdentityProofPolicy = .standard,
        pairingPolicy: PairingPolicy = .refuse
    ) throws {
        self.clock = clock
        challenges = try ChallengeAuthority(
            key: ChallengeKey(),
            acceptsDeviceNonces: acceptsDeviceNonces,
            clock: { clock.date }
        )
        collaborations = CollaborationAccess(
            store: store,
            challenges: challenges,
            proofPolicy: proofPolicy,
            pairingPolicy: pairingPolicy
        )
    }

    /// The number of used challenges that are recorded for a collaboration.
    func usedChallengeCount(in collaboration: CollaborationIdentifier = "doc-42") async throws -> Int {
        try await collaborations.record(of: collaboration).usedChallenges.uses.count
    }

    /// Admits an account by an honest device.
    @discardableResult
    func admit(
        _ device: SimulatedDevice,
        of identity: DerivedIdentity,
        as account: AccountIdentifier
    ) async throws -> Admission {
        let collaboration = identity.collaborationIdentifier
        let challenge = collaborations.challenge(for: collaboration, account: account)
        let proof = try device.signedProof(signing: challenge, for: identity)
        return try await collaborations.admit(proof, answering: challenge, as: account, to: collaboration)
    }
}

/// A generator that returns given words and then begins again with the first.
struct RepeatingGenerator: RandomNumberGenerator {
    let words: [UInt64]
    private var position = 0

    init(_ words: UInt64...) {
        self.words = words
    }

    mutating func next() -> UInt64 {
        defer { position = (position + 1) % words.count }
        return words[position]
    }
}
