import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Synchronization
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
        try await server.start(adding: [invited.identity])
    }

    @Test("A proof from any device of a person pairs the identity with the account")
    func devices() async throws {
        #expect(try await server.accounts() == ["alice"])
        for device in bob.devices {
            let answer = try server.answer(by: device, of: invited)
            let admission = try await server.collaborations.admit(answer, as: "bob", to: "doc-42")
            #expect(admission.account == "bob" && admission.identity == invited.identity)
            #expect(admission.revokedAccount == nil)
        }
        let access = try await server.collaborations.access(of: "bob", to: "doc-42")
        #expect(access?.isOwner == false && access?.identities == [invited.identity])
        #expect(try await server.accounts() == ["alice", "bob"])
    }

    @Test("The calls of a server's test are those of the design")
    func design() async throws {
        let challenge = try server.collaborations.challenge(for: "doc-42", account: "bob")
        let answer = try bob.devices[0].answer(challenge, for: invited)
        try await server.collaborations.admit(IdentityProofAnswer(json: answer.json), as: "bob", to: "doc-42")
        #expect(try await server.collaborations.access(of: "bob", to: "doc-42")?.allows("write") == true)
        await #expect(throws: CollaborationError.refused(.challengeAlreadyUsed)) {
            try await server.collaborations.admit(answer, as: "bob", to: "doc-42")
        }
    }

    @Test("An account whose identifier differs only in its Unicode normal form has no access")
    func normalForms() async throws {
        try await server.admit(bob, of: invited, as: "jos\u{e9}")
        #expect(try await server.collaborations.access(of: "jos\u{e9}", to: "doc-42") != nil)
        #expect(try await server.collaborations.access(of: "jose\u{301}", to: "doc-42") == nil)
    }

    @Test("The used challenges of other accounts take no room of an account's own")
    func manyAccounts() async throws {
        // One account has room for eight.
        for number in 0..<10 {
            let guest = SimulatedPerson("Guest \(number)")
            let identity = try guest.identity(in: "doc-42")
            try await server.update(adding: [identity.identity])
            try await server.admit(guest, of: identity, as: "guest \(number)")
        }
        #expect(try await server.collaborations.participants(of: "doc-42").compactMap(\.account).count == 10)
    }

    @Test("A valid proof of an identity that was not invited is refused")
    func stranger() async throws {
        let own = try mallory.identity(in: "doc-42")
        let answer = try server.answer(by: mallory.devices[0], of: own, as: "mallory")
        await server.expect(.unknownIdentity, answer, as: "mallory")
    }

    @Test("A proof of an identity of another collaboration is refused")
    func otherCollaboration() async throws {
        let challenge = try server.collaborations.challenge(for: "doc-42", account: "bob")
        let answer = try bob.devices[0].answer(challenge, for: bob.identity(in: "doc-43"))
        await server.expect(.unknownIdentity, answer)
    }

    @Test("A replayed proof is refused for the same account and for any other")
    func replay() async throws {
        let answer = try server.answer(by: bob.devices[0], of: invited)
        try await server.collaborations.admit(answer, as: "bob", to: "doc-42")
        await server.expect(.challengeAlreadyUsed, answer)
        await server.expect(.challengeForAnotherAccount, answer, as: "mallory")
        let fresh = try server.collaborations.challenge(for: "doc-42", account: "mallory")
        let replay = IdentityProofAnswer(challenge: fresh.challenge, proof: answer.proof)
        await server.expect(.invalidProof(.signatureMismatch), replay, as: "mallory")
    }

    @Test("A replay with n - s in place of s in the signature is refused")
    func malleability() async throws {
        let answer = try server.answer(by: bob.devices[0], of: invited)
        let twin = Person.SignedIdentityProof(
            personIdentityProof: answer.proof.personIdentityProof,
            signatureData: try withNegatedS(answer.proof.signatureData)
        )
        #expect(try twin.verifiedIdentity(signing: answer.challenge) == invited.identity)
        try await server.collaborations.admit(answer, as: "bob", to: "doc-42")
        await server.expect(.challengeAlreadyUsed, .init(challenge: answer.challenge, proof: twin))
    }

    @Test("A proof from before a restart is refused by the empty store, although the key is the same")
    func restart() async throws {
        let answer = try server.answer(by: bob.devices[0], of: invited)
        let restarted = try TestServer(clock: server.clock)
        try await restarted.start(adding: [invited.identity])
        await restarted.expect(.forgedChallenge, answer)
    }

    @Test("Of several servers that receive the same proof at once, one admits the account")
    func race() async throws {
        let answer = try server.answer(by: bob.devices[0], of: invited)
        let outcomes = try await withThrowingTaskGroup(of: CollaborationError?.self) { group in
            for _ in 0..<8 {
                let other = try TestServer(clock: server.clock, store: server.store)
                group.addTask {
                    do throws(CollaborationError) {
                        try await other.collaborations.admit(answer, as: "bob", to: "doc-42")
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 1)
        #expect(outcomes.count { $0 == .refused(.challengeAlreadyUsed) } == 7)
    }

    @Test("A refused identity leaves no trace in the store, and its challenge can be used later")
    func unusedByRefusal() async throws {
        let before = try await server.store.record(of: "doc-42")
        let own = try mallory.identity(in: "doc-42")
        let answer = try server.answer(by: mallory.devices[0], of: own, as: "mallory")
        await server.expect(.unknownIdentity, answer, as: "mallory")
        #expect(try await server.store.record(of: "doc-42") == before)
        try await server.update(adding: [own.identity])
        try await server.collaborations.admit(answer, as: "mallory", to: "doc-42")
    }

    @Test("An invalid proof leaves the challenge usable, so that the device can try again")
    func unusedByInvalidProof() async throws {
        let challenge = try server.collaborations.challenge(for: "doc-42", account: "bob").challenge
        let wrong = try bob.devices[0].signedProof(signing: challenge + [0], for: invited)
        await server.expect(.invalidProof(.signatureMismatch), .init(challenge: challenge, proof: wrong))
        let right = try bob.devices[0].signedProof(signing: challenge, for: invited)
        try await server.collaborations.admit(.init(challenge: challenge, proof: right), as: "bob", to: "doc-42")
    }

    @Test("By default a second account that proves an identity is refused, and the first keeps access")
    func secondAccount() async throws {
        try await server.admit(bob, of: invited)
        let answer = try server.answer(by: bob.devices[1], of: invited, as: "carol")
        await server.expect(.identityOfAnotherAccount, answer, as: "carol")
        #expect(try await server.accounts() == ["alice", "bob"])
    }

    @Test("Under the replace policy a second account takes over the identity, and the admission names the first")
    func replacement() async throws {
        let clock = server.clock
        let configuration = try Collaborations.Configuration(pairingPolicy: .replace, clock: { clock.date })
        let replacing = try TestServer(clock: clock, store: server.store, configuration: configuration)
        try await server.admit(bob, of: invited)
        #expect(try await replacing.admit(bob, of: invited, as: "carol").revokedAccount == "bob")
        #expect(try await server.accounts() == ["alice", "carol"])
    }

    @Test("A proof that breaks the proof policy of the server is refused")
    func policy() async throws {
        let clock = server.clock
        let configuration = try Collaborations.Configuration(
            proofPolicy: IdentityProofPolicy(depths: 6...32),
            clock: { clock.date }
        )
        let strict = try TestServer(clock: clock, store: server.store, configuration: configuration)
        let answer = try strict.answer(by: bob.devices[0], of: invited)
        await strict.expect(.invalidProof(.inclusionPathTooShort), answer)
    }

    @Test("A server with a signature verifier of its own refuses what that verifier refuses")
    func verifier() async throws {
        let clock = server.clock
        let configuration = try Collaborations.Configuration(
            signatureVerifier: .both(.standard, SignatureVerifier { _, _, _ in false }),
            clock: { clock.date }
        )
        let refusing = try TestServer(clock: clock, store: server.store, configuration: configuration)
        let answer = try refusing.answer(by: bob.devices[0], of: invited)
        await refusing.expect(.invalidProof(.signatureMismatch), answer)
    }

    @Test("The challenge is checked before the proof, and the proof before the store is asked")
    func order() async throws {
        let unreachable = try TestServer(clock: server.clock, store: FaultyStore.unreachable(server.store))
        let challenge = try server.collaborations.challenge(for: "doc-42", account: "bob").challenge
        let proof = try mallory.devices[0].signedProof(signing: Data([1]), for: mallory.identity(in: "doc-42"))
        let wrong = IdentityProofAnswer(challenge: challenge, proof: proof)
        await unreachable.expect(.challengeForAnotherAccount, wrong, as: "mallory")
        await unreachable.expect(.invalidProof(.signatureMismatch), wrong)
    }

    @Test("After a lost reply of the store, access(of:to:) shows the outcome")
    func lostReply() async throws {
        let losing = try TestServer(clock: server.clock, store: FaultyStore.losingReplies(of: server.store))
        let answer = try losing.answer(by: bob.devices[0], of: invited)
        await #expect(throws: CollaborationError.store(FaultyStore.Failure())) {
            try await losing.collaborations.admit(answer, as: "bob", to: "doc-42")
        }
        await server.expect(.challengeAlreadyUsed, answer)
        #expect(try await server.accounts() == ["alice", "bob"])
    }

    @Test("Mallory's challenge signed by Bob's device would let Mallory in: the server cannot see it")
    func relay() async throws {
        let mallorys = try server.collaborations.challenge(for: "doc-42", account: "mallory")
        let answer = try bob.devices[0].answer(mallorys, for: invited)
        #expect(try await server.collaborations.admit(answer, as: "mallory", to: "doc-42").account == "mallory")
    }
}
