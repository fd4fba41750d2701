import CollaborationCore
import CollaborationTesting
import Foundation
import Testing

@Suite("Simulated invitation")
struct SimulatedInvitationTests {
    let bob = SimulatedPerson("Bob", devices: ["phone", "laptop", "watch"])
    let challenge = Data("challenge".utf8)

    private func proof(_ device: SimulatedDevice, _ invitation: SimulatedInvitation) throws
        -> Person.SignedIdentityProof
    {
        try device.signedProof(signing: challenge, for: invitation)
    }

    @Test("Each device of an invited person proves the identity of the invitation")
    func proofs() throws {
        let invitation = bob.invitation(to: "doc-42")
        for device in bob.devices {
            #expect(try proof(device, invitation).verifiedIdentity(signing: challenge) == invitation.identity)
        }
    }

    @Test("A device has another key in another collaboration")
    func otherKeys() throws {
        let keys = try ["doc-42", "doc-43"].map { try proof(bob.devices[0], bob.invitation(to: $0)).publicKey }
        #expect(keys[0] != keys[1])
    }

    @Test("A device has the same key in a second invitation")
    func sameKeys() throws {
        let keys = try [0, 1].map { number in
            try proof(bob.devices[0], bob.invitation(to: "doc-42", number: number)).publicKey
        }
        #expect(keys[0] == keys[1])
    }

    @Test("Each invitation of a person has its own padding")
    func ownPadding() throws {
        // With a single device, every inclusion hash is computed from padding alone.
        let carol = SimulatedPerson("Carol")
        let hashes = try (0..<4).flatMap { number in
            try proof(carol.devices[0], carol.invitation(to: "doc-42", number: number)).inclusionHashes
        }
        #expect(Set(hashes).count == 4 * 5)
    }

    @Test(
        "A proof has 5 hashes for a person with 1 to 32 devices, and 6 with 33",
        arguments: [(1, 5), (32, 5), (33, 6)]
    ) func padding(devices: Int, depth: Int) throws {
        let person = SimulatedPerson("Dora", devices: (0..<devices).map { "device \($0)" })
        let proof = try proof(#require(person.devices.last), person.invitation(to: "doc-42"))
        #expect(proof.inclusionHashes.count == depth)
    }

    @Test("The leaves of an identity are the devices in their order, then padding")
    func leafOrder() throws {
        let invitation = bob.invitation(to: "doc-42")
        #expect(try bob.devices.map { try proof($0, invitation).publicKeyIndex } == [0, 1, 2])
    }

    @Test("A device that the person did not have yet cannot prove the identity of an invitation")
    func unknownDevices() throws {
        let invitation = bob.invitation(to: "doc-42")
        let tablet = try SimulatedPerson("Bob", devices: ["phone", "tablet"]).device("tablet")
        #expect(throws: SimulationError.deviceNotInIdentity) { try proof(tablet, invitation) }
    }
}
