import CollaborationModels
import CollaborationProofs
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Admission")
struct AdmissionTests {
    let server: TestServer
    let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
    let mallory = SimulatedPerson("Mallory")
    let invited: DerivedIdentity

    init() async throws {
        server = try TestServer()
        invited = try bob.identity(in: "doc-42")
        try await server.collaborations.addParticipants([invited.identity], to: "doc-42")
    }

    @Test("A proof from any device of a person pairs the identity with the account")
    func devices() async throws {
        #expect(try await server.collaborations.access(of: "bob", to: "doc-42") == nil)
        for device in bob.devices {
            let admission = try await server.admit(device, of: invited, as: "bob")
            #expect(admission.account == "bob")
            #expect(admission.collaborationIdentifier == "doc-42")
            #expect(admission.identity == invited.identity)
            #expect(admission.revokedAccount == nil)
        }
        #expect(try await server.collaborations.record(of: "doc-42").accounts == ["bob"])
        let granted = try #require(try await server.collaborations.access(of: "bob", to: "doc-42"))
        #expect(granted.identities == [invited.identity])
        #expect(granted.account == "bob")
        #expect(try await server.collaborations.access(of: "bob", to: "doc-43") == nil)
    }

    @Test("An account whose name differs only in its Unicode normal form has no access")
    func likeness() async throws {
        try await server.admit(bob.devices[0], of: invited, as: "jos\u{e9}")
        #expect(try await server.collaborations.access(of: "jos\u{e9}", to: "doc-42") != nil)
        #expect(try await server.collaborations.access(of: "jose\u{301}", to: "doc-42") == nil)
        await #expect(throws: AccessRefusal.identityOfAnotherAccount) {
            try await server.admit(bob.devices[0], of: invited, as: "jose\u{301}")
        }
    }

    @Test("A valid proof of an identity that was not invited is refused")
    func stranger() async throws {
        let own = try mallory.identity(in: "doc-42")
        await #expect(throws: AccessRefusal.unknownIdentity) {
            try await server.admit(mallory.devices[0], of: own, as: "mallory")
        }
        #expect(try await server.collaborations.record(of: "doc-42").accounts.isEmpty)
    }

    @Test("A proof of an identity of another collaboration is refused")
    func otherCollaboration() async throws {
        let other = try bob.identity(in: "doc-43")
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: other)
        await #expect(throws: AccessRefusal.unknownIdentity) {
            try await server.collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
    }

    @Test("A replayed proof is refused for the same account and for any other")
    func replay() async throws {
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        try await server.collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")

        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await server.collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
        await #expect(throws: AccessRefusal.challengeForAnotherAccount) {
            try await server.collaborations.admit(proof, answering: challenge, as: "mallory", to: "doc-42")
        }
        let fresh = server.collaborations.challenge(for: "doc-42", account: "mallory")
        await #expect(throws: AccessRefusal.invalidProof(.signatureMismatch)) {
            try await server.collaborations.admit(proof, answering: fresh, as: "mallory", to: "doc-42")
        }
    }

    @Test("A proof from before a restart is refused by the empty store, although the key is the same")
    func restart() async throws {
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        try await server.collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")

        let restarted = CollaborationAccess(
            store: InMemoryCollaborationStore(),
            challenges: server.challenges
        )
        try await restarted.addParticipants([invited.identity], to: "doc-42")
        await #expect(throws: AccessRefusal.forgedChallenge) {
            try await restarted.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
    }

    @Test("Of several servers that receive the same proof at once, one admits the account")
    func race() async throws {
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        let outcomes = await withTaskGroup(of: AccessRefusal?.self) { group in
            for _ in 0..<8 {
                let another = CollaborationAccess(store: server.store, challenges: server.challenges)
                group.addTask {
                    do {
                        try await another.admit(proof, answering: challenge, as: "bob", to: "doc-42")
                        return nil
                    } catch {
                        return error as? AccessRefusal ?? .malformedChallenge
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .challengeAlreadyUsed } == 7)
    }

    @Test("A replay with n - s in place of s in the signature is refused")
    func malleability() async throws {
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        let twin = Person.SignedIdentityProof(
            personIdentityProof: proof.personIdentityProof,
            signatureData: try withNegatedS(proof.signatureData)
        )
        #expect(try twin.verifiedIdentity(signing: challenge) == invited.identity)
        #expect(twin != proof)
        try await server.collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await server.collaborations.admit(twin, answering: challenge, as: "bob", to: "doc-42")
        }
    }

    @Test("A refused identity leaves no trace in the store, and its challenge can be used later")
    func unusedByRefusal() async throws {
        let own = try mallory.identity(in: "doc-42")
        let challenge = server.collaborations.challenge(for: "doc-42", account: "mallory")
        let proof = try mallory.devices[0].signedProof(signing: challenge, for: own)
        await #expect(throws: AccessRefusal.unknownIdentity) {
            try await server.collaborations.admit(proof, answering: challenge, as: "mallory", to: "doc-42")
        }
        #expect(try await server.usedChallengeCount() == 0)
        try await server.collaborations.addParticipants([own.identity], to: "doc-42")
        try await server.collaborations.admit(proof, answering: challenge, as: "mallory", to: "doc-42")
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await server.collaborations.admit(proof, answering: challenge, as: "mallory", to: "doc-42")
        }
    }

    @Test("An invalid proof leaves the challenge usable, so that the device can try again")
    func unusedByInvalidProof() async throws {
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let wrong = try bob.devices[0].signedProof(signing: challenge + [0], for: invited)
        await #expect(throws: AccessRefusal.invalidProof(.signatureMismatch)) {
            try await server.collaborations.admit(wrong, answering: challenge, as: "bob", to: "doc-42")
        }
        let right = try bob.devices[0].signedProof(signing: challenge, for: invited)
        try await server.collaborations.admit(right, answering: challenge, as: "bob", to: "doc-42")
    }

    @Test("A proof is refused after its challenge has expired")
    func expired() async throws {
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        server.clock.advance(by: .seconds(120))
        await #expect(throws: AccessRefusal.expiredChallenge) {
            try await server.collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
    }

    @Test("By default a second account that proves an identity is refused, and the first keeps access")
    func secondAccount() async throws {
        let defaults = CollaborationAccess(store: server.store, challenges: server.challenges)
        try await server.admit(bob.devices[0], of: invited, as: "bob")
        await #expect(throws: AccessRefusal.identityOfAnotherAccount) {
            let challenge = defaults.challenge(for: "doc-42", account: "bob-at-work")
            let proof = try bob.devices[1].signedProof(signing: challenge, for: invited)
            try await defaults.admit(proof, answering: challenge, as: "bob-at-work", to: "doc-42")
        }
        #expect(try await server.collaborations.record(of: "doc-42").accounts == ["bob"])
    }

    @Test("Proving one of two identities again returns that identity and keeps both")
    func provingAgain() async throws {
        let second = try bob.identity(in: "doc-42", invitation: 1)
        try await server.collaborations.addParticipants([second.identity], to: "doc-42")
        for identity in [invited, second, invited, second] {
            let admission = try await server.admit(bob.devices[0], of: identity, as: "bob")
            #expect(admission.identity == identity.identity)
            #expect(admission.account == "bob")
            #expect(admission.revokedAccount == nil)
        }
        let granted = try await server.collaborations.access(of: "bob", to: "doc-42")
        #expect(granted?.identities == [invited.identity, second.identity])
    }

    @Test(
        "Under the replace policy, a second account takes over the identity, and the admission names the first"
    )
    func replacement() async throws {
        let server = try TestServer(pairingPolicy: .replace)
        try await server.collaborations.addParticipants([invited.identity], to: "doc-42")
        try await server.admit(bob.devices[0], of: invited, as: "bob")
        let admission = try await server.admit(bob.devices[1], of: invited, as: "bob-at-work")
        #expect(admission.revokedAccount == "bob")
        #expect(try await server.collaborations.record(of: "doc-42").accounts == ["bob-at-work"])
    }

    @Test("A proof that breaks the proof policy of the server is refused")
    func policy() async throws {
        let server = try TestServer(proofPolicy: IdentityProofPolicy(depths: 6...32))
        try await server.collaborations.addParticipants([invited.identity], to: "doc-42")
        await #expect(throws: AccessRefusal.invalidProof(.inclusionPathTooShort)) {
            try await server.admit(bob.devices[0], of: invited, as: "bob")
        }
    }

    @Test("A server with a signature verifier of its own refuses what that verifier refuses")
    func verifier() async throws {
        let isAccepting = Locked(false)
        let collaborations = CollaborationAccess(
            store: server.store,
            challenges: server.challenges,
            signatureVerifier: .both(.standard, SignatureVerifier { _, _, _ in isAccepting.withLock { $0 } })
        )
        let challenge = collaborations.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        await #expect(throws: AccessRefusal.invalidProof(.signatureMismatch)) {
            try await collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
        isAccepting.withLock { $0 = true }
        try await collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")
    }

    @Test("The challenge is checked before the proof, and the proof before the store is asked")
    func order() async throws {
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let own = try mallory.identity(in: "doc-42")
        let wrong = try mallory.devices[0].signedProof(signing: Data([1]), for: own)
        await #expect(throws: AccessRefusal.challengeForAnotherAccount) {
            try await server.collaborations.admit(wrong, answering: challenge, as: "mallory", to: "doc-42")
        }
        await #expect(throws: AccessRefusal.invalidProof(.signatureMismatch)) {
            try await server.collaborations.admit(wrong, answering: challenge, as: "bob", to: "doc-42")
        }
        #expect(try await server.usedChallengeCount() == 0)
    }

    @Test("An error of the store reaches the caller unchanged")
    func storeError() async throws {
        let collaborations = CollaborationAccess(
            store: InterceptedStore.unreachable(server.store),
            challenges: server.challenges
        )
        let challenge = collaborations.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        await #expect(throws: InterceptedStore.Failure.self) {
            try await collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
        await #expect(throws: InterceptedStore.Failure.self) {
            try await collaborations.access(of: "bob", to: "doc-42")
        }
    }

    @Test("After a lost reply of the store, access(of:to:) shows the outcome")
    func lostAnswer() async throws {
        let collaborations = CollaborationAccess(
            store: InterceptedStore.losingReplies(of: server.store),
            challenges: server.challenges
        )
        let challenge = collaborations.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        await #expect(throws: InterceptedStore.Failure.self) {
            try await collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await server.collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
        #expect(try await collaborations.access(of: "bob", to: "doc-42")?.identities == [invited.identity])
    }
}
