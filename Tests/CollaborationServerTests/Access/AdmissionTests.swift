import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Admission", .timeLimit(.minutes(1)))
struct AdmissionTests {
    let server: TestServer
    let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
    let mallory = SimulatedPerson("Mallory")
    let invited: SimulatedInvitation

    init() async throws {
        server = try TestServer()
        invited = bob.invitation(to: "doc-42")
        try await server.start(adding: [invited.identity])
    }

    @Test("A proof of an identity of another collaboration is refused")
    func otherCollaboration() async throws {
        let challenge = try server.document.challenge(as: "bob")
        let answer = try bob.devices[0].answer(challenge, for: bob.invitation(to: "doc-43"))
        await server.expect(.unknownIdentity, answer)
    }

    @Test("A replayed proof is refused for the same account and for any other")
    func replay() async throws {
        let answer = try server.answer(by: bob.devices[0], to: invited)
        try await server.document.admit(answer, as: "bob")
        await server.expect(.challengeAlreadyUsed, answer)
        await server.expect(.challengeForAnotherAccount, answer, as: "mallory")
        let fresh = try server.document.challenge(as: "mallory")
        let replay = IdentityProofAnswer(challenge: fresh.bytes, proof: try answer.proof)
        await server.expect(.invalidProof(.signatureMismatch), replay, as: "mallory")
    }

    @Test("A replay with n - s in place of s in the signature is refused")
    func malleability() async throws {
        let answer = try server.answer(by: bob.devices[0], to: invited)
        let twin = try Person.SignedIdentityProof(
            personIdentityProof: answer.proof.personIdentityProof,
            signatureData: try withNegatedS(answer.proof.signatureData)
        )
        #expect(try twin.verifiedIdentity(signing: answer.challenge) == invited.identity)
        try await server.document.admit(answer, as: "bob")
        await server.expect(.challengeAlreadyUsed, .init(challenge: answer.challenge, proof: twin))
    }

    @Test("A proof from before a restart is refused by the empty store, although the key is the same")
    func restart() async throws {
        let answer = try server.answer(by: bob.devices[0], to: invited)
        let restarted = try TestServer(clock: server.clock)
        try await restarted.start(adding: [invited.identity])
        await restarted.expect(.forgedChallenge, answer)
    }

    @Test("Of several servers that receive the same proof at once, one admits the account")
    func race() async throws {
        let answer = try server.answer(by: bob.devices[0], to: invited)
        let outcomes = try await withThrowingTaskGroup(of: CollaborationError?.self) { group in
            for _ in 0..<8 {
                let other = try TestServer(clock: server.clock, store: server.store)
                group.addTask {
                    do throws(CollaborationError) {
                        try await other.document.admit(answer, as: "bob")
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

    @Test("An old proof of an account that has proven nine times is refused by a server with another clock tolerance")
    func otherTolerance() async throws {
        let clock = server.clock
        let servers = try [Duration.zero, .seconds(3_600)].map { tolerance in
            try TestServer(
                store: server.store,
                configuration: .init(clockTolerance: tolerance, clock: { clock.date })
            )
        }
        let (strict, tolerant) = (servers[0], servers[1])
        let first = try strict.answer(by: bob.devices[0], to: invited)
        _ = try await strict.document.admit(first, as: "bob")
        for _ in 0..<8 {
            clock.advance(by: .seconds(1))
            try await strict.admit(bob, by: invited)
        }
        await tolerant.expect(.challengeAlreadyUsed, first)
    }

    @Test("The use of a challenge is remembered for a day and the clock tolerance after the challenge has expired")
    func retention() async throws {
        try await server.admit(bob, by: invited)
        for (seconds, count) in [(120 + 86_400 + 60, 2), (1, 2)] {
            server.clock.advance(by: .seconds(seconds))
            try await server.admit(bob, by: invited)
            #expect(try await server.document.people()?.usedChallengeCount == count)
        }
    }

    @Test("A refused identity leaves no trace in the store, and its challenge can be used later")
    func unusedByRefusal() async throws {
        let before = try await server.store.record(of: "doc-42")
        let own = mallory.invitation(to: "doc-42")
        let answer = try server.answer(by: mallory.devices[0], to: own, as: "mallory")
        await server.expect(.unknownIdentity, answer, as: "mallory")
        #expect(try await server.store.record(of: "doc-42") == before)
        try await server.update(adding: [own.identity])
        try await server.document.admit(answer, as: "mallory")
    }

    @Test("A proof that breaks the proof policy of the server is refused")
    func policy() async throws {
        let configuration = try Collaborations.Configuration(proofPolicy: IdentityProofPolicy(depths: 6...32))
        try await expect(.invalidProof(.inclusionPathTooShort), by: configuration)
    }

    /// Expects that a server with other settings refuses Bob's proof.
    private func expect(_ refusal: Refusal, by configuration: Collaborations.Configuration) async throws {
        let other = try TestServer(clock: server.clock, store: server.store, configuration: configuration)
        await other.expect(refusal, try other.answer(by: bob.devices[0], to: invited))
    }

    @Test("A server with a signature verifier of its own refuses what that verifier refuses")
    func verifier() async throws {
        let verifier = SignatureVerifier.both(.standard, SignatureVerifier { _, _, _ in false })
        try await expect(
            .invalidProof(.signatureMismatch),
            by: Collaborations.Configuration(signatureVerifier: verifier)
        )
    }

    @Test("The challenge is checked before the proof, and the proof before the store is asked")
    func order() async throws {
        let unreachable = try TestServer(clock: server.clock, store: FaultyStore.unreachable(server.store))
        let challenge = try server.document.challenge(as: "bob").bytes
        let proof = try mallory.devices[0].signedProof(signing: Data([1]), for: mallory.invitation(to: "doc-42"))
        let wrong = IdentityProofAnswer(challenge: challenge, proof: proof)
        // An index out of range is not looked at while the challenge is forged.
        for (challenge, refusal) in [
            (challenge + [0], Refusal.malformedChallenge), (challenge, .invalidProof(.publicKeyIndexOutOfRange)),
        ] {
            let answer = IdentityProofAnswer(challenge: challenge, proof: proof).json
            let text = String(decoding: answer, as: UTF8.self)
                .replacing(#""publicKeyIndex":0"#, with: #""publicKeyIndex":32"#)
            await unreachable.expect(refusal, try IdentityProofAnswer(json: text.utf8))
        }
        await unreachable.expect(.challengeForAnotherAccount, wrong, as: "mallory")
        await unreachable.expect(.invalidProof(.signatureMismatch), wrong)
    }

    @Test("Mallory's challenge signed by Bob's device would let Mallory in: the server cannot see it")
    func relay() async throws {
        let mallorys = try server.document.challenge(as: "mallory")
        let answer = try bob.devices[0].answer(mallorys, for: invited)
        #expect(try await server.document.admit(answer, as: "mallory").gained == ["mallory"])
    }
}
