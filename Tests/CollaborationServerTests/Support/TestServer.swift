import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationServer

/// A server with a store in memory and a clock that the test moves.
struct TestServer {
    var clock: SimulatedClock
    var store: any CollaborationStore
    var challenges: ChallengeAuthority
    var collaborations: CollaborationAccess
}

extension TestServer {
    init(
        clock: SimulatedClock = SimulatedClock(),
        acceptsDeviceNonces: Bool = false,
        proofPolicy: IdentityProofPolicy = .standard,
        pairingPolicy: PairingPolicy = .refuse
    ) throws {
        self.clock = clock
        store = InMemoryCollaborationStore()
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

    /// Another server with the same key.
    func another(on store: any CollaborationStore) -> TestServer {
        var other = self
        other.store = store
        other.collaborations = CollaborationAccess(store: store, challenges: challenges)
        return other
    }

    /// The number of used challenges that are recorded for a collaboration.
    func usedChallengeCount(in collaboration: CollaborationIdentifier = "doc-42") async throws -> Int {
        try await collaborations.record(of: collaboration).usedChallenges.uses.count
    }

    /// An honest device's answer to a new challenge.
    func answer(
        by device: SimulatedDevice,
        of identity: DerivedIdentity,
        as account: AccountIdentifier = "bob"
    ) throws -> IdentityProofAnswer {
        let challenge = collaborations.challenge(for: identity.collaborationIdentifier, account: account)
        let proof = try device.signedProof(signing: challenge, for: identity)
        return IdentityProofAnswer(challenge: challenge, proof: proof)
    }

    /// Admits an account by an honest device.
    @discardableResult
    func admit(
        _ device: SimulatedDevice,
        of identity: DerivedIdentity,
        as account: AccountIdentifier
    ) async throws -> Admission {
        let answer = try answer(by: device, of: identity, as: account)
        return try await admit(answer, as: account, to: identity.collaborationIdentifier)
    }

    @discardableResult
    func admit(
        _ answer: IdentityProofAnswer,
        as account: AccountIdentifier = "bob",
        to collaboration: CollaborationIdentifier = "doc-42"
    ) async throws -> Admission {
        try await collaborations.admit(
            answer.proof,
            answering: answer.challenge,
            as: account,
            to: collaboration
        )
    }

    /// Expects that an answer is refused.
    func refuse(
        _ answer: IdentityProofAnswer,
        as account: AccountIdentifier = "bob",
        to collaboration: CollaborationIdentifier = "doc-42",
        for refusal: AccessRefusal,
        at location: SourceLocation = #_sourceLocation
    ) async {
        await #expect(throws: refusal, sourceLocation: location) {
            try await admit(answer, as: account, to: collaboration)
        }
    }

    /// Expects that an honest device is refused, because its identity is not known.
    func refuse(
        _ device: SimulatedDevice,
        of identity: DerivedIdentity,
        as account: AccountIdentifier,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try answer(by: device, of: identity, as: account)
        let collaboration = identity.collaborationIdentifier
        await refuse(answer, as: account, to: collaboration, for: .unknownIdentity, at: location)
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
