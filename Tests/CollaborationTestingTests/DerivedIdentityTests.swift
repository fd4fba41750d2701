import CollaborationModels
import CollaborationTesting
import Foundation
import Testing

@Suite("An identity in a collaboration")
struct DerivedIdentityTests {
    let bob = SimulatedPerson("Bob", devices: ["phone", "laptop", "watch"])
    let challenge = Data("challenge".utf8)

    @Test("is derived from public keys alone, and each device follows with its private key")
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

    @Test("has other keys and another root in every collaboration")
    func unlinkable() throws {
        let (first, second) = (try bob.identity(in: "doc-42"), try bob.identity(in: "doc-43"))
        #expect(first.identity != second.identity)
        let keys = try [first, second].map { try $0.proof(for: bob.devices[0].publicKey).publicKey }
        #expect(keys[0] != keys[1])
    }

    @Test("has the same keys and another root when the person is invited again")
    func invitations() throws {
        let (first, second) = (
            try bob.identity(in: "doc-42"), try bob.identity(in: "doc-42", invitation: 1)
        )
        #expect(first.identity != second.identity)
        let keys = try [first, second].map { try $0.proof(for: bob.devices[0].publicKey).publicKey }
        #expect(keys[0] == keys[1])
    }

    @Test("has padding of its own, so that a proof has no hash in common with that of another invitation")
    func ownPadding() throws {
        let hashes = try (0..<4).flatMap { invitation in
            try bob.identity(in: "doc-42", invitation: invitation).proof(for: bob.devices[0].publicKey)
                .inclusionHashes
        }
        #expect(Set(hashes).count == 4 * 5)
    }

    @Test(
        "is a tree of a multiple of 32 leaves, however many devices there are",
        arguments: [(0, 32, 5), (1, 32, 5), (3, 32, 5), (32, 32, 5), (33, 64, 6), (70, 96, 7)]
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

    @Test("tells by the place of a device nothing of the number of devices")
    func places() throws {
        let places = try (0..<40).map { invitation in
            let identity = try bob.identity(in: "doc-42", invitation: invitation)
            return try identity.proof(for: bob.devices[0].publicKey).publicKeyIndex
        }
        #expect(Set(places).count > 15)
        #expect(places.contains { $0 >= 24 })
    }

    @Test("does not know a device that the person got later, nor another person's")
    func unknownDevices() throws {
        let identity = try bob.identity(in: "doc-42")
        var later = bob
        later.addDevice("tablet")
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

    @Test("is not derived from what is no public key")
    func malformedKey() {
        var padding = SeededGenerator("padding")
        #expect(throws: IdentityProofError.malformedPublicKey) {
            try DerivedIdentity(publicKeys: [Data(count: 65)], collaboration: "doc-42", using: &padding)
        }
    }
}
