import CollaborationModels
import CollaborationTesting
import Foundation

@testable import SharedWithYouCore

/// Objects that only the system makes, for a collaboration of Bob's.
struct Samples {
    let url = URL(string: "https://recipes.example/doc-42") ?? URL(filePath: "/")
    let bob = SimulatedPerson("Bob")
    let invitation: SimulatedInvitation
    let highlight: CollaborationHighlight

    init() {
        invitation = bob.invitation(to: "doc-42")
        highlight = CollaborationHighlight(
            collaborationIdentifier: "doc-42",
            url: url,
            title: "Baking Recipes",
            creationDate: Date(timeIntervalSince1970: 1_700_000_000),
            contentType: "com.example.recipe",
            identifier: "highlight-1"
        )
    }

    /// Bob's device, which signs and knows the collaboration.
    var device: Device {
        let (bob, invitation) = (bob, invitation)
        return Device([highlight]) { data in
            Device.Proof(try bob.devices[0].signedProof(signing: data, for: invitation))
        }
    }

    var start: SWStartCollaborationAction {
        SWStartCollaborationAction(
            SWCollaborationMetadata(localIdentifier: SWLocalCollaborationIdentifier("recipes-7"))
        )
    }

    /// An update of the collaboration; it adds an identity that begins with a number of two bytes.
    func update(adding number: Int = 1, count: Int = 32) -> SWUpdateCollaborationParticipantsAction {
        SWUpdateCollaborationParticipantsAction(
            SWCollaborationMetadata(SWLocalCollaborationIdentifier("recipes-7"), SWCollaborationIdentifier("doc-42")),
            added: [
                SWPerson.Identity(
                    rootHash: Data([UInt8(number >> 8), UInt8(number & 0xFF)] + Array(repeating: 0, count: count - 2))
                )
            ],
            removed: [SWPerson.Identity(rootHash: Data(repeating: 0xFF, count: 32))]
        )
    }
}
