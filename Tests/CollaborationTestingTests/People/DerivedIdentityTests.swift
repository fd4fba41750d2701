import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@Suite("Derived identity")
struct DerivedIdentityTests {
    let bob = SimulatedPerson("Bob", devices: ["phone", "laptop", "watch"])
    let challenge = Data("challenge".utf8)

    @Test("An identity derived from public keys is proven by each device with its private key")
    func diversification() throws {
        var padding = SeededGenerator("padding")
        let identity = try DerivedIdentity(
            publicKeys: bob.devices.map(\.publicKey),
            collaboration: "doc-42",
            using: &padding
        )
        for device in bob.devices {
            let proof = try device.signedProof(signing: challenge, for: identity)
            #expect(try proof.verifiedIdentity(signing: challenge) == identity.identity)
            #expect(try proof.personIdentityProof == identity.proof(for: device.publicKey))
            #expect(proof.publicKey != device.publicKey)
        }
    }

    @Test(
        "A person has other keys in another collaboration, the same ones in a second invitation, and a new root hash in both",
        arguments: [("doc-43", 0, false), ("doc-42", 1, true)]
    )
    func keys(of document: CollaborationIdentifier, invitation: Int, areSame: Bool) throws {
        let identities = try [
            bob.identity(in: "doc-42"), bob.identity(in: document, invitation: invitation),
        ]
        #expect(identities[0].identity != identities[1].identity)
        let keys = try identities.map { try $0.proof(for: bob.devices[0].publicKey).publicKey }
        #expect((keys[0] == keys[1]) == areSame)
    }

    @Test("Each invitation of a person has its own padding")
    func ownPadding() throws {
        // With a single device, every inclusion hash is computed from padding alone.
        let carol = SimulatedPerson("Carol")
        let hashes = try (0..<4).flatMap { invitation in
            try carol.identity(in: "doc-42", invitation: invitation).proof(for: carol.devices[0].publicKey)
                .inclusionHashes
        }
        #expect(Set(hashes).count == 4 * 5)
    }

    @Test(
        "A derived identity has a multiple of 32 leaves for any number of devices",
        arguments: [(0, 32, 5), (3, 32, 5), (32, 32, 5), (33, 64, 6)]
    )
    func padding(devices: Int, leafCount: Int, depth: Int) throws {
        let person = SimulatedPerson("Dora", devices: (0..<devices).map { "device \($0)" })
        let identity = try person.identity(in: "doc-42")
        #expect(identity.leafCount == leafCount)
        if let device = person.devices.last {
            let proof = try device.signedProof(signing: challenge, for: identity)
            #expect(proof.inclusionHashes.count == depth)
            #expect(try proof.verifiedIdentity(signing: challenge) == identity.identity)
        }
    }

    @Test("The leaves of an identity are the devices in their order, then padding")
    func leafOrder() throws {
        let identity = try bob.identity(in: "doc-42")
        let indices = try bob.devices.map { try identity.proof(for: $0.publicKey).publicKeyIndex }
        #expect(indices == [0, 1, 2])
    }

    @Test("A device that was left out when an identity was derived cannot prove that identity")
    func unknownDevices() throws {
        let identity = try bob.identity(in: "doc-42")
        let later = SimulatedPerson("Bob", devices: bob.devices.map(\.name) + ["tablet"])
        let tablet = try later.device("tablet")
        let other = SimulatedPerson("Mallory").devices[0]
        for device in [tablet, other] {
            #expect(throws: SimulationError.deviceNotInIdentity) {
                try device.signedProof(signing: challenge, for: identity)
            }
            #expect(throws: SimulationError.deviceNotInIdentity) { try identity.proof(for: device.publicKey) }
        }
        #expect(throws: SimulationError.deviceNotInIdentity) { try identity.proof(for: Data("no key".utf8)) }
        let renewed = try later.identity(in: "doc-42", invitation: 1)
        let proof = try tablet.signedProof(signing: challenge, for: renewed)
        #expect(try proof.verifiedIdentity(signing: challenge) == renewed.identity)
    }

    @Test("Deriving an identity from a malformed public key throws")
    func malformedKey() {
        var padding = SeededGenerator("padding")
        #expect(throws: IdentityProofError.malformedPublicKey) {
            try DerivedIdentity(publicKeys: [Data(count: 65)], collaboration: "doc-42", using: &padding)
        }
    }
}
