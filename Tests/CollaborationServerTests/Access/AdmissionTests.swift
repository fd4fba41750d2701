import CollaborationModels
import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
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
            #expect(admission.identity == invited.identity)
            #expect(admission.revokedAccount == nil)
        }
        #expect(try await server.collaborations.record(of: "doc-42").accounts == ["bob"])
        #expect(try await server.collaborations.access(of: "bob", to: "doc-42") == [invited.identity])
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
        try await server.refuse(mallory.devices[0], of: own, as: "mallory")
        #expect(try await server.collaborations.record(of: "doc-42").accounts.isEmpty)
    }

    @Test("A proof of an identity of another collaboration is refused")
    func otherCollaboration() async throws {
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let other = try bob.identity(in: "doc-43")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: other)
        await server.refuse(.init(challenge: challenge, proof: proof), for: .unknownIdentity)
    }

    @Test("A replayed proof is refused for the same account and for any other")
    func replay() async throws {
        let answer = try server.answer(by: bob.devices[0], of: invited)
        try await server.admit(answer)

        await server.refuse(answer, for: .challengeAlreadyUsed)
        await server.refuse(answer, as: "mallory", for: .challengeForAnotherAccount)
        let fresh = server.collaborations.challenge(for: "doc-42", account: "mallory")
        let replay = IdentityProofAnswer(challenge: fresh, proof: answer.proof)
        await server.refuse(replay, as: "mallory", for: .invalidProof(.signatureMismatch))
    }

    @Test("A proof from before a restart is refused by the empty store, although the key is the same")
    func restart() async throws {
        let answer = try server.answer(by: bob.devices[0], of: invited)
        try await server.admit(answer)

        let restarted = server.another(on: InMemoryCollaborationStore())
        try await restarted.collaborations.addParticipants([invited.identity], to: "doc-42")
        await restarted.refuse(answer, for: .forgedChallenge)
    }

    @Test("Of several servers that receive the same proof at once, one admits the account")
    func race() async throws {
        let answer = try server.answer(by: bob.devices[0], of: invited)
        let outcomes = await withTaskGroup(of: AccessRefusal?.self) { group in
            for _ in 0..<8 {
                let another = server.another(on: server.store)
                group.addTask {
                    do {
                        try await another.admit(answer)
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
        let answer = try server.answer(by: bob.devices[0], of: invited)
        let twin = Person.SignedIdentityProof(
            personIdentityProof: answer.proof.personIdentityProof,
            signatureData: try withNegatedS(answer.proof.signatureData)
        )
        #expect(try twin.verifiedIdentity(signing: answer.challenge) == invited.identity)
        #expect(twin != answer.proof)
        try await server.admit(answer)
        await server.refuse(.init(challenge: answer.challenge, proof: twin), for: .challengeAlreadyUsed)
    }

    @Test("A refused identity leaves no trace in the store, and its challenge can be used later")
    func unusedByRefusal() async throws {
        let own = try mallory.identity(in: "doc-42")
        let answer = try server.answer(by: mallory.devices[0], of: own, as: "mallory")
        await server.refuse(answer, as: "mallory", for: .unknownIdentity)
        #expect(try await server.usedChallengeCount() == 0)
        try await server.collaborations.addParticipants([own.identity], to: "doc-42")
        try await server.admit(answer, as: "mallory")
        await server.refuse(answer, as: "mallory", for: .challengeAlreadyUsed)
    }

    @Test("An invalid proof leaves the challenge usable, so that the device can try again")
    func unusedByInvalidProof() async throws {
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let wrong = try bob.devices[0].signedProof(signing: challenge + [0], for: invited)
        await server.refuse(.init(challenge: challenge, proof: wrong), for: .invalidProof(.signatureMismatch))
        let right = try bob.devices[0].signedProof(signing: challenge, for: invited)
        try await server.admit(.init(challenge: challenge, proof: right))
    }

    @Test("By default a second account that proves an identity is refused, and the first keeps access")
    func secondAccount() async throws {
        let defaults = server.another(on: server.store)
        try await server.admit(bob.devices[0], of: invited, as: "bob")
        let answer = try defaults.answer(by: bob.devices[1], of: invited, as: "bob-at-work")
        await defaults.refuse(answer, as: "bob-at-work", for: .identityOfAnotherAccount)
        #expect(try await server.collaborations.record(of: "doc-42").accounts == ["bob"])
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
        var server = server
        server.collaborations = CollaborationAccess(
            store: server.store,
            challenges: server.challenges,
            signatureVerifier: .both(.standard, SignatureVerifier { _, _, _ in isAccepting.withLock { $0 } })
        )
        let answer = try server.answer(by: bob.devices[0], of: invited)
        await server.refuse(answer, for: .invalidProof(.signatureMismatch))
        isAccepting.withLock { $0 = true }
        try await server.admit(answer)
    }

    @Test("The challenge is checked before the proof, and the proof before the store is asked")
    func order() async throws {
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let own = try mallory.identity(in: "doc-42")
        let proof = try mallory.devices[0].signedProof(signing: Data([1]), for: own)
        let wrong = IdentityProofAnswer(challenge: challenge, proof: proof)
        await server.refuse(wrong, as: "mallory", for: .challengeForAnotherAccount)
        await server.refuse(wrong, for: .invalidProof(.signatureMismatch))
        #expect(try await server.usedChallengeCount() == 0)
    }

    @Test("An error of the store reaches the caller unchanged")
    func storeError() async throws {
        let broken = server.another(on: FaultyStore.unreachable(server.store))
        let answer = try broken.answer(by: bob.devices[0], of: invited)
        await #expect(throws: FaultyStore.Failure.self) { try await broken.admit(answer) }
        await #expect(throws: FaultyStore.Failure.self) {
            try await broken.collaborations.access(of: "bob", to: "doc-42")
        }
    }

    @Test("After a lost reply of the store, access(of:to:) shows the outcome")
    func lostAnswer() async throws {
        let losing = server.another(on: FaultyStore.losingReplies(of: server.store))
        let answer = try losing.answer(by: bob.devices[0], of: invited)
        await #expect(throws: FaultyStore.Failure.self) { try await losing.admit(answer) }
        await server.refuse(answer, for: .challengeAlreadyUsed)
        #expect(try await losing.collaborations.access(of: "bob", to: "doc-42") == [invited.identity])
    }
}
