import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationServer

@Suite("Device nonces")
struct DeviceNonceTests {
    let bob = SimulatedPerson("Bob")
    let server: TestServer
    let authority: TestAuthority
    let identity: DerivedIdentity

    init() async throws {
        let clock = SimulatedClock()
        let configuration = try Collaborations.Configuration(acceptsDeviceNonces: true, clock: { clock.date })
        server = try TestServer(clock: clock, configuration: configuration)
        authority = try TestAuthority(key: ChallengeKey(), acceptsDeviceNonces: true, clock: { clock.date })
        identity = try bob.identity(in: "doc-42")
        try await server.start(adding: [identity.identity])
    }

    func nonce(at seconds: TimeInterval = 0) -> Data {
        var generator = SystemRandomNumberGenerator()
        let date = server.clock.date + seconds
        return DeviceNonce(for: "doc-42", account: "bob", date: date, using: &generator).message
    }

    func answer(to nonce: Data) throws -> IdentityProofAnswer {
        try bob.devices[0].answer(ChallengeMessage(challenge: nonce), for: identity)
    }

    @Test("A device's nonce is refused unless the server accepts such nonces")
    func refusedByDefault() async throws {
        let defaults = try TestServer(clock: server.clock, store: server.store)
        await defaults.expect(.deviceNonceNotAccepted, try answer(to: nonce()))
    }

    @Test("A device's nonce admits its account once")
    func once() async throws {
        let answer = try answer(to: nonce())
        await server.expect(.challengeForAnotherAccount, answer, as: "mallory")
        try await server.collaborations.admit(answer, as: "bob", to: "doc-42")
        await server.expect(.challengeAlreadyUsed, answer)
    }

    @Test("Using one nonce of a device leaves its other nonces usable")
    func another() async throws {
        for nonce in [nonce(), nonce()] {
            try await server.collaborations.admit(answer(to: nonce), as: "bob", to: "doc-42")
        }
    }

    @Test("A device's nonce with a changed date is refused, because the signature is over all of it")
    func tampering() async throws {
        var nonce = nonce()
        let proof = try bob.devices[0].signedProof(signing: nonce, for: identity)
        nonce[8] ^= 1
        await server.expect(.invalidProof(.signatureMismatch), .init(challenge: nonce, proof: proof))
    }

    @Test("A device's nonce with any byte of a binding or of its random bytes changed is refused")
    func bindings() throws {
        for index in 9..<89 {
            var changed = nonce()
            changed[index] ^= 0x10
            let refusal: Refusal = index < 57 ? .challengeForAnotherCollaboration : .challengeForAnotherAccount
            #expect(throws: CollaborationError.refused(refusal), "byte \(index)") {
                try authority.validate(changed)
            }
        }
    }

    @Test("A device's nonce is valid from its date minus the tolerance until its date plus the lifetime")
    func time() throws {
        for seconds in [60, 0, -119.99] { try authority.validate(nonce(at: seconds)) }
        #expect(throws: CollaborationError.refused(.challengeFromTheFuture)) {
            try authority.validate(nonce(at: 60.002))
        }
        #expect(throws: CollaborationError.refused(.expiredChallenge)) {
            try authority.validate(nonce(at: -120))
        }
    }

    @Test("All eight bytes of a nonce's date count", arguments: [0x01, 0x7F, 0x80, 0xFF] as [UInt8])
    func firstByteOfDate(byte: UInt8) throws {
        var nonce = nonce()
        nonce[1] = byte
        let refusal: Refusal = byte < 0x80 ? .challengeFromTheFuture : .expiredChallenge
        #expect(throws: CollaborationError.refused(refusal)) { try authority.validate(nonce) }
    }

    @Test("The use of a device's nonce is kept until its date plus the lifetime plus the tolerance")
    func expiration() throws {
        for seconds in [-100, 0, 60] as [TimeInterval] {
            let use = try authority.validate(nonce(at: seconds))
            #expect(use.expiration == (server.clock.date + seconds + 180).milliseconds)
        }
    }

    @Test("A device's nonce is accepted again by a store that has forgotten its use")
    func otherStores() async throws {
        let answer = try answer(to: nonce())
        try await server.collaborations.admit(answer, as: "bob", to: "doc-42")
        let clock = server.clock
        let configuration = try Collaborations.Configuration(acceptsDeviceNonces: true, clock: { clock.date })
        let restarted = try TestServer(clock: clock, configuration: configuration)
        try await restarted.start(adding: [identity.identity])
        try await restarted.collaborations.admit(answer, as: "bob", to: "doc-42")
    }

    @Test("A device's nonce cannot pass for a challenge")
    func kinds() {
        var nonce = nonce()
        nonce[0] = 1
        #expect(throws: CollaborationError.refused(.malformedChallenge)) { try authority.validate(nonce) }
        #expect(throws: CollaborationError.refused(.forgedChallenge)) {
            try authority.validate(nonce + Data(count: 32))
        }
    }
}
