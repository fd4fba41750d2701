import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Challenge on a device")
struct ChallengeTests {
    let server: TestServer
    let data: Data

    init() throws {
        server = try TestServer()
        data = server.collaborations.challenge(for: "doc-42", account: "bob")
    }

    @Test("A challenge names the collaboration and the account it was issued for, and no others")
    func names() throws {
        let challenge = try Challenge(data: data)
        #expect(challenge.data == data)
        #expect(challenge.isIssued(for: "doc-42", account: "bob"))
        #expect(!challenge.isIssued(for: "doc-43", account: "bob"))
        #expect(!challenge.isIssued(for: "doc-42", account: "mallory"))
        #expect(!challenge.isIssued(for: "bob", account: "doc-42"))
    }

    @Test("A device reads the expiration of a challenge that the server enforces")
    func expiration() throws {
        let expiration = try Challenge(data: data).expiration
        #expect(expiration == server.clock.date.addingTimeInterval(120))
    }

    @Test("All eight bytes of the expiration of a challenge are read")
    func farExpiration() throws {
        var bytes = data
        bytes.replaceSubrange(1..<9, with: [1, 0, 0, 0, 0, 0, 0x03, 0xe8])
        #expect(
            try Challenge(data: bytes).expiration
                == Date(timeIntervalSince1970: Double((1 << 56) + 1000) / 1000)
        )
    }

    @Test("Bytes of another length or kind than a challenge are malformed on a device")
    func malformed() throws {
        var generator = SeededGenerator("nonce")
        let date = server.clock.date
        let nonce = DeviceNonce(for: "doc-42", account: "bob", date: date, using: &generator)
        for bytes in [Data(), data.dropLast(), data + [0], [2] + data.dropFirst(), nonce.message] {
            let error = #expect(throws: MalformedChallengeError.self) { try Challenge(data: bytes) }
            #expect(error?.byteCount == bytes.count)
        }
    }

    @Test("Mallory's challenge signed by Bob's device lets Mallory in, unless Bob's app checks it")
    func attack() async throws {
        let bob = SimulatedPerson("Bob")
        let identity = try bob.identity(in: "doc-42")
        try await server.collaborations.addParticipants([identity.identity], to: "doc-42")
        let mallorys = server.collaborations.challenge(for: "doc-42", account: "mallory")
        // Bob's app knows that Bob is signed in, and finds that the challenge was issued for somebody else.
        #expect(try Challenge(data: data).isIssued(for: "doc-42", account: "bob"))
        #expect(try !Challenge(data: mallorys).isIssued(for: "doc-42", account: "bob"))
        let unchecked = try bob.devices[0].signedProof(signing: mallorys, for: identity)
        let answer = IdentityProofAnswer(challenge: mallorys, proof: unchecked)
        #expect(try await server.admit(answer, as: "mallory").account == "mallory")
    }
}
