import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
import CollaborationTesting
import Foundation

/// Alice, Bob and Carol in a conversation, and the app on Alice's phone.
struct Bakery {
    let alice = SimulatedPerson("Alice")
    let bob = SimulatedPerson("Bob", devices: ["phone", "laptop"])
    let carol = SimulatedPerson("Carol")
    let charlie = SimulatedPerson("Charlie")
    let messages: SimulatedMessages
    let app: BakeryApp
    let bakers: SimulatedConversation

    init(seed: String = "") {
        messages = SimulatedMessages(seed: seed)
        app = BakeryApp(clock: messages.clock)
        messages.coordinator(of: alice).actionHandler = app
        bakers = messages.conversation(among: [alice, bob, carol])
    }

    var metadata: CollaborationMetadata {
        get throws {
            CollaborationMetadata(
                localIdentifier: "recipes",
                title: "Baking Recipes",
                defaultShareOptions: try CollaborationShareOptions(optionsGroups: [SampleOptions.permission("write")])
            )
        }
    }

    /// Sends the recipes from Alice, in the bakers' conversation unless another is given.
    @discardableResult
    func send(in conversation: SimulatedConversation? = nil) async throws -> StartedCollaboration {
        let conversation = conversation ?? bakers
        return try await conversation.send(metadata.transferItem, from: alice)
    }

    func center(of person: SimulatedPerson, device: Int = 0) -> some HighlightCenter {
        messages.highlightCenter(of: person, on: person.devices[device])
    }

    func highlight(of person: SimulatedPerson) throws -> CollaborationHighlight {
        try center(of: person).collaborationHighlight(forIdentifier: "doc-recipes")
    }

    /// The identity in the recipes that a person's first device proves.
    func identity(of person: SimulatedPerson) async throws -> Person.Identity {
        let challenge = Data("challenge".utf8)
        let proof = try await center(of: person).signedIdentityProof(for: highlight(of: person), using: challenge)
        return try proof.verifiedIdentity(signing: challenge)
    }

    func edit(by person: SimulatedPerson) throws {
        let event = HighlightChangeEvent(highlight: try highlight(of: person), trigger: .edit)
        center(of: person).postNotice(for: event)
    }

    func lines(of person: SimulatedPerson, in conversation: SimulatedConversation? = nil) -> [String] {
        (conversation ?? bakers).thread(of: person).map(\.description)
    }
}
