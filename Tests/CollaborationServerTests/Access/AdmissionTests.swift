import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Admission")
struct AdmissionTests {
    let server = Server()
    let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
    let mallory = SimulatedPerson("Mallory")
    let invited: DerivedIdentity

    init() async throws {
        invited = try bob.identity(in: "doc-42")
        try await server.access.addParticipants([invited.identity], to: "doc-42")
    }

    @Test("pairs the proven identity with the account, from whichever device")
    func devices() async throws {
        #expect(try await server.access.access(of: "bob", to: "doc-42") == nil)
        for device in bob.devices {
            let admission = try await server.admit(device, of: invited, as: "bob")
            #expect(admission.account == "bob")
            #expect(admission.collaborationIdentifier == "doc-42")
            #expect(admission.identity == invited.identity)
            #expect(admission.revokedAccount == nil)
        }
        #expect(try await server.access.accounts(in: "doc-42") == ["bob"])
        let granted = try #require(try await server.access.access(of: "bob", to: "doc-42"))
        #expect(granted.identities == [invited.identity])
        #expect(granted.account == "bob")
        #expect(try await server.access.access(of: "bob", to: "doc-43") == nil)
    }

    @Test("gives no access to an account whose name differs in bytes alone")
    func likeness() async throws {
        try await server.admit(bob.devices[0], of: invited, as: "jos\u{e9}")
        #expect(try await server.access.access(of: "jos\u{e9}", to: "doc-42") != nil)
        #expect(try await server.access.access(of: "jose\u{301}", to: "doc-42") == nil)
        await #expect(throws: AccessRefusal.identityOfAnotherAccount) {
            try await server.admit(bob.devices[0], of: invited, as: "jose\u{301}")
        }
    }

    @Test("is refused to a stranger with the link, whose proof is sound but unknown")
    func stranger() async throws {
        let own = try mallory.identity(in: "doc-42")
        await #expect(throws: AccessRefusal.unknownIdentity) {
            try await server.admit(mallory.devices[0], of: own, as: "mallory")
        }
        #expect(try await server.access.accounts(in: "doc-42").isEmpty)
    }

    @Test("is refused to a participant of another collaboration")
    func otherCollaboration() async throws {
        let other = try bob.identity(in: "doc-43")
        let challenge = server.access.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: other)
        await #expect(throws: AccessRefusal.unknownIdentity) {
            try await server.access.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
    }

    @Test("is refused for a recorded proof, to its account as to any other")
    func replay() async throws {
        let challenge = server.access.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        try await server.access.admit(proof, answering: challenge, as: "bob", to: "doc-42")

        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await server.access.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
        await #expect(throws: AccessRefusal.challengeForAnotherAccount) {
            try await server.access.admit(proof, answering: challenge, as: "mallory", to: "doc-42")
        }
        let fresh = server.access.challenge(for: "doc-42", account: "mallory")
        await #expect(throws: AccessRefusal.invalidProof(.signatureMismatch)) {
            try await server.access.admit(proof, answering: fresh, as: "mallory", to: "doc-42")
        }
    }

    @Test("is given once when several servers with one key and one store get the same proof at once")
    func race() async throws {
        let challenge = server.access.challenge(for: "doc-42", account: "bob")
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

    @Test("is refused for a replay that has the signature's other form: a signature is no identifier")
    func malleability() async throws {
        let challenge = server.access.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        let twin = Person.SignedIdentityProof(
            personIdentityProof: proof.personIdentityProof,
            signatureData: try withNegatedS(proof.signatureData)
        )
        #expect(try twin.verifiedIdentity(signing: challenge) == invited.identity)
        #expect(twin != proof)
        try await server.access.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await server.access.admit(twin, answering: challenge, as: "bob", to: "doc-42")
        }
    }

    @Test("uses a challenge up whatever came of it, once the proof was valid")
    func usedByRefusal() async throws {
        let own = try mallory.identity(in: "doc-42")
        let challenge = server.access.challenge(for: "doc-42", account: "mallory")
        let proof = try mallory.devices[0].signedProof(signing: challenge, for: own)
        await #expect(throws: AccessRefusal.unknownIdentity) {
            try await server.access.admit(proof, answering: challenge, as: "mallory", to: "doc-42")
        }
        try await server.access.addParticipants([own.identity], to: "doc-42")
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await server.access.admit(proof, answering: challenge, as: "mallory", to: "doc-42")
        }
    }

    @Test("leaves a challenge unused when the proof is not valid, so that the device may try again")
    func unusedByInvalidProof() async throws {
        let challenge = server.access.challenge(for: "doc-42", account: "bob")
        let wrong = try bob.devices[0].signedProof(signing: challenge + [0], for: invited)
        await #expect(throws: AccessRefusal.invalidProof(.signatureMismatch)) {
            try await server.access.admit(wrong, answering: challenge, as: "bob", to: "doc-42")
        }
        let right = try bob.devices[0].signedProof(signing: challenge, for: invited)
        try await server.access.admit(right, answering: challenge, as: "bob", to: "doc-42")
    }

    @Test("is refused after the challenge has expired")
    func expired() async throws {
        let challenge = server.access.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        server.watch.advance(by: 120)
        await #expect(throws: AccessRefusal.expiredChallenge) {
            try await server.access.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
    }

    @Test("is refused to a second account that proves the identity, and leaves the first as it is")
    func secondAccount() async throws {
        try await server.admit(bob.devices[0], of: invited, as: "bob")
        await #expect(throws: AccessRefusal.identityOfAnotherAccount) {
            try await server.admit(bob.devices[1], of: invited, as: "bob-at-work")
        }
        #expect(try await server.access.accounts(in: "doc-42") == ["bob"])
    }

    @Test("replaces the first account with the second where the author chose so, and names the first")
    func replacement() async throws {
        let server = Server(pairingPolicy: .replace)
        try await server.access.addParticipants([invited.identity], to: "doc-42")
        try await server.admit(bob.devices[0], of: invited, as: "bob")
        let admission = try await server.admit(bob.devices[1], of: invited, as: "bob-at-work")
        #expect(admission.revokedAccount == "bob")
        #expect(try await server.access.accounts(in: "doc-42") == ["bob-at-work"])
    }

    @Test("holds proofs to the policy that the author sets")
    func policy() async throws {
        let server = Server(proofPolicy: IdentityProofPolicy(depths: 6...32))
        try await server.access.addParticipants([invited.identity], to: "doc-42")
        await #expect(throws: AccessRefusal.invalidProof(.inclusionPathTooShort)) {
            try await server.admit(bob.devices[0], of: invited, as: "bob")
        }
    }

    @Test("checks the challenge before the proof, and the proof before it asks the store")
    func order() async throws {
        let challenge = server.access.challenge(for: "doc-42", account: "bob")
        let own = try mallory.identity(in: "doc-42")
        let wrong = try mallory.devices[0].signedProof(signing: Data([1]), for: own)
        await #expect(throws: AccessRefusal.challengeForAnotherAccount) {
            try await server.access.admit(wrong, answering: challenge, as: "mallory", to: "doc-42")
        }
        await #expect(throws: AccessRefusal.invalidProof(.signatureMismatch)) {
            try await server.access.admit(wrong, answering: challenge, as: "bob", to: "doc-42")
        }
        #expect(server.store.usedChallengeCount == 0)
    }

    @Test("passes on what the store throws, unchanged")
    func storeError() async throws {
        let access = CollaborationAccess(store: BrokenStore(), challenges: server.challenges)
        let challenge = access.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        await #expect(throws: BrokenStore.Failure.self) {
            try await access.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
        await #expect(throws: BrokenStore.Failure.self) { try await access.access(of: "bob", to: "doc-42") }
    }

    @Test("may have been given when the store's answer is lost, which asking for the access tells")
    func lostAnswer() async throws {
        let access = CollaborationAccess(
            store: AnswerLosingStore(store: server.store),
            challenges: server.challenges
        )
        let challenge = access.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        await #expect(throws: BrokenStore.Failure.self) {
            try await access.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await server.access.admit(proof, answering: challenge, as: "bob", to: "doc-42")
        }
        #expect(try await access.access(of: "bob", to: "doc-42")?.identities == [invited.identity])
    }
}
