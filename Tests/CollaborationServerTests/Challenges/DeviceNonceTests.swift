import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("A nonce that the device makes")
struct DeviceNonceTests {
    let watch = Wristwatch()
    let bob = SimulatedPerson("Bob")

    func nonce(account: AccountIdentifier = "bob", at seconds: TimeInterval = 0) -> Data {
        var generator = SystemRandomNumberGenerator()
        return DeviceNonce(
            for: "doc-42",
            account: account,
            date: watch.now + seconds,
            using: &generator
        ).message
    }

    @Test("is refused unless the server accepts such nonces")
    func refusedByDefault() {
        let challenges = ChallengeAuthority(key: ChallengeKey(), now: { [watch] in watch.now })
        #expect(throws: AccessRefusal.deviceNonceNotAccepted) {
            try challenges.validate(nonce(), for: "doc-42", account: "bob")
        }
    }

    @Test("lets the account in once, and is just as unusable a second time as a challenge")
    func once() async throws {
        let server = Server(watch: watch, acceptsDeviceNonces: true)
        let identity = try bob.identity(in: "doc-42")
        try await server.access.addParticipants([identity.identity], to: "doc-42")
        let nonce = nonce()
        let proof = try bob.devices[0].signedProof(signing: nonce, for: identity)

        await #expect(throws: AccessRefusal.challengeForAnotherAccount) {
            try await server.access.admit(proof, answering: nonce, as: "mallory", to: "doc-42")
        }
        try await server.access.admit(proof, answering: nonce, as: "bob", to: "doc-42")
        await #expect(throws: AccessRefusal.challengeAlreadyUsed) {
            try await server.access.admit(proof, answering: nonce, as: "bob", to: "doc-42")
        }
    }

    @Test("is used up by itself alone, and not by another of the same device")
    func another() async throws {
        let server = Server(watch: watch, acceptsDeviceNonces: true)
        let identity = try bob.identity(in: "doc-42")
        try await server.access.addParticipants([identity.identity], to: "doc-42")
        for nonce in [nonce(), nonce()] {
            let proof = try bob.devices[0].signedProof(signing: nonce, for: identity)
            try await server.access.admit(proof, answering: nonce, as: "bob", to: "doc-42")
        }
        #expect(server.store.usedChallengeCount == 2)
    }

    @Test("is not accepted with anything changed, since the device's signature is over all of it")
    func tampering() async throws {
        let server = Server(watch: watch, acceptsDeviceNonces: true)
        let identity = try bob.identity(in: "doc-42")
        try await server.access.addParticipants([identity.identity], to: "doc-42")
        var nonce = nonce()
        let proof = try bob.devices[0].signedProof(signing: nonce, for: identity)
        nonce[8] ^= 1  // A millisecond later or earlier.
        await #expect(throws: AccessRefusal.invalidProof(.signatureMismatch)) {
            try await server.access.admit(proof, answering: nonce, as: "bob", to: "doc-42")
        }
    }

    @Test("is good for the lifetime of a challenge, and not before its time but for the clocks' tolerance")
    func time() throws {
        let challenges = Server(watch: watch, acceptsDeviceNonces: true).challenges
        for seconds in [60, 0, -119] as [TimeInterval] {
            _ = try challenges.validate(nonce(at: seconds), for: "doc-42", account: "bob")
        }
        #expect(throws: AccessRefusal.challengeFromTheFuture) {
            try challenges.validate(nonce(at: 61), for: "doc-42", account: "bob")
        }
        #expect(throws: AccessRefusal.expiredChallenge) {
            try challenges.validate(nonce(at: -120), for: "doc-42", account: "bob")
        }
    }

    @Test("cannot pass for a challenge, nor a challenge for a nonce")
    func kinds() {
        let challenges = Server(watch: watch, acceptsDeviceNonces: true).challenges
        var nonce = nonce()
        nonce[0] = 1
        #expect(throws: AccessRefusal.malformedChallenge) {
            try challenges.validate(nonce, for: "doc-42", account: "bob")
        }
        #expect(throws: AccessRefusal.forgedChallenge) {
            try challenges.validate(nonce + Data(count: 32), for: "doc-42", account: "bob")
        }
    }
}
