import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@Suite("Derived identity")
struct DerivedIdentityTests {
    let bob = SimulatedPerson("Bob", devices: ["phone", "laptop", "watch"])
    let challenge = Data("challenge".utf8)

    private func proof(_ device: SimulatedDevice, _ identity: DerivedIdentity) throws -> Person.SignedIdentityProof {
        try device.signedProof(signing: challenge, for: identity)
    }

    @Test("An identity derived from public keys is proven by each device with its private key")
    func diversification() throws {
        var padding = SeededGenerator("padding")
        let identity = try DerivedIdentity(
            publicKeys: bob.devices.map(\.publicKey),
            collaboration: "doc-42",
            using: &padding
        )
        for device in bob.devices {
            #expect(try proof(device, identity).verifiedIdentity(signing: challenge) == identity.identity)
        }
    }

    @Test("A device answers a challenge with a proof of its identity")
    func answer() throws {
        let identity = try bob.identity(in: "doc-42")
        let answer = try bob.devices[1].answer(ChallengeMessage(challenge: challenge), for: identity)
        #expect(answer.challenge == challenge)
        #expect(try answer.proof.verifiedIdentity(signing: challenge) == identity.identity)
    }

    @Test("A device has another key in another collaboration")
    func otherKeys() throws {
        let keys = try ["doc-42", "doc-43"].map { try proof(bob.devices[0], bob.identity(in: $0)).publicKey }
        #expect(Set(keys + [bob.devices[0].publicKey]).count == 3)
    }

    @Test("A device has the same key in a second invitation")
    func sameKeys() throws {
        let keys = try [0, 1].map { invitation in
            try proof(bob.devices[0], bob.identity(in: "doc-42", invitation: invitation)).publicKey
        }
        #expect(keys[0] == keys[1])
    }

    @Test("Each invitation of a person has its own padding")
    func ownPadding() throws {
        // With a single device, every inclusion hash is computed from padding alone.
        let carol = SimulatedPerson("Carol")
        let hashes = try (0..<4).flatMap { invitation in
            try proof(carol.devices[0], carol.identity(in: "doc-42", invitation: invitation)).inclusionHashes
        }
        #expect(Set(hashes).count == 4 * 5)
    }

    @Test(
        "A derived identity has a multiple of 32 leaves for any number of devices",
        arguments: [(1, 5), (32, 5), (33, 6)]
    ) func padding(devices: Int, depth: Int) throws {
        let person = SimulatedPerson("Dora", devices: (0..<devices).map { "device \($0)" })
        let proof = try proof(#require(person.devices.last), person.identity(in: "doc-42"))
        #expect(proof.inclusionHashes.count == depth)
    }

    @Test("The leaves of an identity are the devices in their order, then padding")
    func leafOrder() throws {
        let identity = try bob.identity(in: "doc-42")
        #expect(try bob.devices.map { try proof($0, identity).publicKeyIndex } == [0, 1, 2])
    }

    @Test("A device that was left out when an identity was derived cannot prove that identity")
    func unknownDevices() throws {
        let identity = try bob.identity(in: "doc-42")
        let tablet = try SimulatedPerson("Bob", devices: ["phone", "tablet"]).device("tablet")
        #expect(throws: SimulationError.deviceNotInIdentity) { try proof(tablet, identity) }
    }

    @Test("Deriving an identity from a malformed public key throws")
    func malformedKey() {
        var padding = SeededGenerator("padding")
        #expect(throws: IdentityProofError.malformedPublicKey) {
            try DerivedIdentity(publicKeys: [Data(count: 65)], collaboration: "doc-42", using: &padding)
        }
    }
}
