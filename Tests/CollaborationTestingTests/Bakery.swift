import CollaborationModels
import CollaborationTesting

/// Alice, Bob and Carol in a conversation, and the app of Alice, which the others have too.
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
                defaultShareOptions: try CollaborationShareOptions(
                    optionsGroups: [
                        CollaborationOptionsGroup.picker(
                            identifier: "permission",
                            options: [
                                CollaborationOption(title: "Can make changes", identifier: "write"),
                                CollaborationOption(title: "Read only", identifier: "read"),
                            ]
                        )
                    ]
                )
            )
        }
    }

    @discardableResult
    func send() async throws -> StartedCollaboration {
        try await bakers.send(bakers.draft(metadata.transferItem, from: alice))
    }

    func center(of person: SimulatedPerson, device: Int = 0) -> SimulatedHighlightCenter {
        messages.highlightCenter(of: person, on: person.devices[device])
    }

    func lines(of person: SimulatedPerson) -> [String] {
        bakers.thread(of: person).map(\.description)
    }
}
