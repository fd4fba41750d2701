import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Sending a collaboration", .timeLimit(.minutes(1)))
struct SendingTests {
    let bakery = Bakery()

    @Test("Every member gets the link of a collaboration that is sent")
    func send() async throws {
        let metadata = try bakery.metadata
        let sent = try await bakery.bakers.send(
            metadata.transferItem,
            from: bakery.alice,
            selecting: try metadata.defaultShareOptions?.selecting(only: ["read"])
        )
        #expect(bakery.app.selections == [["read"]])
        let update = try #require(bakery.app.updates.first)
        #expect(bakery.app.updates.count == 1)
        #expect(update.removedIdentities.isEmpty)

        var proven: Set<Person.Identity> = []
        for person in [bakery.alice, bakery.bob, bakery.carol] {
            let highlight = try await bakery.center(of: person).collaborationHighlight(for: sent.url)
            #expect(highlight.collaborationIdentifier == "doc-recipes")
            #expect(highlight.title == "Baking Recipes")
            #expect(highlight.creationDate == bakery.messages.clock.date)
            #expect(bakery.lines(of: person) == ["Alice shared Baking Recipes"])
            proven.insert(try await bakery.identity(of: person))
        }
        #expect(update.addedIdentities.count == 3)
        #expect(Set(update.addedIdentities) == proven)
        #expect(bakery.center(of: bakery.charlie).highlights.isEmpty)
        #expect(bakery.lines(of: bakery.charlie).isEmpty)
    }

    @Test("The order of the first identities does not tell whose they are")
    func order() async throws {
        var positions: Set<Int?> = []
        for seed in 0..<12 where positions.count < 3 {
            let bakery = Bakery(seed: "\(seed)")
            try await bakery.send()
            let alices = try await bakery.identity(of: bakery.alice)
            positions.insert(bakery.app.updates[0].addedIdentities.firstIndex(of: alices))
        }
        #expect(positions == [0, 1, 2])
    }

    @Test("Every device of a recipient and of the sender can prove its identity to the server")
    func open() async throws {
        let url = try await bakery.send().url
        for device in [0, 1] {
            try await bakery.app.open(url, with: bakery.center(of: bakery.bob, device: device), as: "bob")
        }
        try await bakery.app.open(url, with: bakery.center(of: bakery.alice), as: "alice")
        let people = try await bakery.app.server["doc-recipes"].people()
        #expect(people?.participants.keys.sorted() == ["alice", "bob"])
    }

    @Test("A recipient without a device gets the link and no identity")
    func recipientWithoutDevice() async throws {
        let dora = SimulatedPerson("Dora", devices: [])
        let conversation = bakery.messages.conversation(among: [bakery.alice, bakery.bob, dora])
        try await bakery.send(in: conversation)
        #expect(bakery.app.updates.map(\.addedIdentities.count) == [2])
        #expect(bakery.lines(of: dora, in: conversation) == ["Alice shared Baking Recipes"])
        #expect(await conversation.add(dora).isEmpty)
    }

    @Test("Sending from a person without a device fails after the app has made the link")
    func senderWithoutDevice() async throws {
        let dora = SimulatedPerson("Dora", devices: [])
        bakery.messages.coordinator(of: dora).actionHandler = bakery.app
        let conversation = bakery.messages.conversation(among: [dora, bakery.bob])
        await #expect(throws: SimulationError.noDevice) {
            try await conversation.send(bakery.metadata.transferItem, from: dora)
        }
        #expect(bakery.app.selections.count == 1)
        #expect(bakery.app.updates.isEmpty)
        #expect(conversation.thread(of: bakery.bob).isEmpty)
    }

    @Test("Only a member of the conversation can send a collaboration")
    func stranger() async throws {
        await #expect(throws: SimulationError.notInConversation) {
            try await bakery.bakers.send(bakery.metadata.transferItem, from: bakery.charlie)
        }
    }

    @Test("Only a custom collaboration can be sent by actions")
    func noCollaboration() async throws {
        await #expect(throws: SimulationError.notACustomCollaboration) {
            try await bakery.bakers.send(TransferItem(), from: bakery.alice)
        }
    }

    @Test("The sender's options are sent, or else those that the app has selected, or else the defaults")
    func selected() async throws {
        var metadata = try bakery.metadata
        try await bakery.bakers.send(metadata.transferItem, from: bakery.alice)
        metadata.userSelectedShareOptions = try metadata.defaultShareOptions?.selecting(only: ["read"])
        try await bakery.bakers.send(metadata.transferItem, from: bakery.alice)
        try await bakery.bakers.send(metadata.transferItem, from: bakery.alice, selecting: metadata.defaultShareOptions)
        #expect(bakery.app.selections == [["write"], ["read"], ["write"]])
    }

    @Test("A sender can only select among the options that the app offers")
    func foreignOptions() async throws {
        var metadata = try bakery.metadata
        let foreign = try CollaborationShareOptions(optionsGroups: [])
        await #expect(throws: SimulationError.optionsNotOffered) {
            try await bakery.bakers.send(metadata.transferItem, from: bakery.alice, selecting: foreign)
        }
        metadata.defaultShareOptions = nil
        await #expect(throws: SimulationError.optionsNotOffered) {
            try await bakery.bakers.send(metadata.transferItem, from: bakery.alice, selecting: foreign)
        }
        #expect(bakery.app.selections.isEmpty)
    }

    @Test("Two simulations with one seed derive the same identities in the same order")
    func deterministic() async throws {
        var identities: [[Person.Identity]] = []
        for seed in ["1", "1", "2"] {
            let bakery = Bakery(seed: seed)
            try await bakery.send()
            identities.append(bakery.app.updates.flatMap(\.addedIdentities))
        }
        #expect(identities[0] == identities[1])
        #expect(Set(identities[0]).isDisjoint(with: identities[2]))
    }
}
