import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Device nonces")
struct DeviceNonceTests {
    let bob = SimulatedPerson("Bob")
    let server: TestServer
    let identity: DerivedIdentity

    init() async throws {
        server = try TestServer(acceptsDeviceNonces: true)
        identity = try bob.identity(in: "doc-42")
        try await server.collaborations.addParticipants([identity.identity], to: "doc-42")
    }

    func nonce(at seconds: TimeInterval = 0) -> Data {
        var generator = SystemRandomNumberGenerator()
        let date = server.clock.date + seconds
        return DeviceNonce(for: "doc-42", account: "bob", date: date, using: &generator).message
    }

    func answer(to nonce: Data) throws -> IdentityProofAnswer {
        .init(challenge: nonce, proof: try bob.devices[0].signedProof(signing: nonce, for: identity))
    }

    @Test("A device's nonce is refused unless the server accepts such nonces")
    func refusedByDefault() throws {
        let challenges = try TestServer(clock: server.clock).challenges
        #expect(throws: AccessRefusal.deviceNonceNotAccepted) { try challenges.validate(nonce()) }
    }

    @Test("A device's nonce admits its account once")
    func once() async throws {
        let answer = try answer(to: nonce())
        await server.refuse(answer, as: "mallory", for: .challengeForAnotherAccount)
        try await server.admit(answer)
        await server.refuse(answer, for: .challengeAlreadyUsed)
    }

    @Test("Using one nonce of a device leaves its other nonces usable")
    func another() async throws {
        for nonce in [nonce(), nonce()] { try await server.admit(answer(to: nonce)) }
        #expect(try await server.usedChallengeCount() == 2)
    }

    @Test("A device's nonce with a changed date is refused, because the signature is over all of it")
    func tampering() async throws {
        var nonce = nonce()
        let proof = try bob.devices[0].signedProof(signing: nonce, for: identity)
        nonce[8] ^= 1
        await server.refuse(.init(challenge: nonce, proof: proof), for: .invalidProof(.signatureMismatch))
    }

    @Test("A device's nonce with any byte of a binding or of its random bytes changed is refused")
    func bindings() throws {
        for index in 9..<89 {
            var changed = nonce()
            changed[index] ^= 0x10
            let refusal: AccessRefusal =
                index < 57 ? .challengeForAnotherCollaboration : .challengeForAnotherAccount
            #expect(throws: refusal, "byte \(index)") {
                try server.challenges.validate(changed)
            }
        }
    }

    @Test("A device's nonce is valid from its date minus the tolerance until its date plus the lifetime")
    func time() throws {
        let challenges = server.challenges
        for seconds in [60, 0, -119.99] {
            _ = try challenges.validate(nonce(at: seconds))
        }
        #expect(throws: AccessRefusal.challengeFromTheFuture) { try challenges.validate(nonce(at: 60.002)) }
        #expect(throws: AccessRefusal.expiredChallenge) { try challenges.validate(nonce(at: -120)) }
    }

    @Test("The use of a device's nonce is kept until its date plus the lifetime plus the tolerance")
    func expiration() throws {
        for seconds in [-100, 0, 60] as [TimeInterval] {
            let nonce = nonce(at: seconds)
            let valid = try server.challenges.validate(nonce)
            #expect(valid.validated == server.clock.date)
            #expect(valid.expiration == server.clock.date + seconds + 180)
        }
    }

    @Test("A device's nonce is accepted again by a store that has forgotten its use")
    func otherStores() async throws {
        let answer = try answer(to: nonce())
        try await server.admit(answer)
        let restarted = server.another(on: InMemoryCollaborationStore())
        try await restarted.collaborations.addParticipants([identity.identity], to: "doc-42")
        try await restarted.admit(answer)
    }

    @Test("A device's nonce cannot pass for a challenge, nor a challenge for a nonce")
    func kinds() {
        let challenges = server.challenges
        var nonce = nonce()
        nonce[0] = 1
        #expect(throws: AccessRefusal.malformedChallenge) { try challenges.validate(nonce) }
        #expect(throws: AccessRefusal.forgedChallenge) { try challenges.validate(nonce + Data(count: 32)) }
    }
}
