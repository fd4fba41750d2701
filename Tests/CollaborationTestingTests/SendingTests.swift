import CollaborationModels
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Sending a collaboration")
struct SendingTests {
    let bakery = Bakery()

    @Test("brings the app the selection and the identities, and all devices the link")
    func send() async throws {
        var draft = try bakery.bakers.draft(bakery.metadata.transferItem, from: bakery.alice)
        try draft.select("read")
        let sent = try await bakery.bakers.send(draft)
        #expect(bakery.app.selections == [["read"]])
        let update = try #require(bakery.app.updates.first)
        #expect(update.collaborationIdentifier == "doc-recipes")
        #expect(update.addedIdentities.count == 2)
        #expect(update.removedIdentities.isEmpty)

        for person in [bakery.alice, bakery.bob, bakery.carol] {
            let highlight = try await bakery.center(of: person).collaborationHighlight(for: sent.url)
            #expect(highlight.collaborationIdentifier == "doc-recipes")
            #expect(highlight.title == "Baking Recipes")
            #expect(highlight.creationDate == bakery.messages.clock.date)
            #expect(bakery.lines(of: person) == ["Alice shared Baking Recipes"])
        }
        #expect(bakery.center(of: bakery.charlie).highlights.isEmpty)
        #expect(bakery.lines(of: bakery.charlie).isEmpty)
    }

    @Test("lets the recipients in on each of their devices, and nobody else")
    func open() async throws {
        let url = try await bakery.send().url
        for device in [0, 1] {
            try await bakery.app.open(url, with: bakery.center(of: bakery.bob, device: device), as: "bob")
        }
        #expect(try await bakery.app.access.accounts(in: "doc-recipes") == ["bob"])
        await #expect(throws: HighlightCenterError.invalidURL) {
            try await bakery.app.open(url, with: bakery.center(of: bakery.charlie), as: "charlie")
        }
        // Who sends is not among the recipients, and proves nothing to the server.
        await #expect(throws: HighlightCenterError.internalError) {
            try await bakery.app.open(url, with: bakery.center(of: bakery.alice), as: "alice")
        }
    }

    @Test("leaves a device that came later without a proof, though it shows the link")
    func laterDevice() async throws {
        let url = try await bakery.send().url
        var bob = bakery.bob
        bob.addDevice("tablet")
        let tablet = bakery.center(of: bob, device: 2)
        #expect(tablet.highlights.count == 1)
        await #expect(throws: HighlightCenterError.internalError) {
            try await bakery.app.open(url, with: tablet, as: "bob")
        }
    }

    @Test("has nothing to select when the app offers no options, and goes by its kind without a title")
    func withoutOptions() async throws {
        let plain = CollaborationMetadata(localIdentifier: "cakes").transferItem
        var draft = try bakery.bakers.draft(plain, from: bakery.alice)
        #expect(throws: CollaborationOptionsError.unknownOption("read")) { try draft.select("read") }
        #expect(throws: CollaborationOptionsError.unknownOption("read")) { try draft.deselect("read") }
        _ = try await bakery.bakers.send(draft)
        #expect(bakery.lines(of: bakery.bob) == ["Alice shared a document"])
    }

    @Test("is staged for members of the conversation and for custom collaborations only")
    func drafts() throws {
        let item = try bakery.metadata.transferItem
        #expect(throws: SimulationError.notInConversation) {
            try bakery.bakers.draft(item, from: bakery.charlie)
        }
        #expect(throws: SimulationError.notACustomCollaboration) {
            try bakery.bakers.draft(TransferItem(), from: bakery.alice)
        }
        var draft = try bakery.bakers.draft(item, from: bakery.alice)
        #expect(draft.metadata.userSelectedShareOptions == draft.metadata.defaultShareOptions)
        #expect(throws: CollaborationOptionsError.unknownOption("administer")) {
            try draft.select("administer")
        }
        #expect(throws: CollaborationOptionsError.selectionRequired(group: "permission")) {
            try draft.deselect("write")
        }
        try draft.deselect("read")
        #expect(draft.metadata.userSelectedShareOptions == draft.metadata.defaultShareOptions)
    }

    @Test("is staged with what the app has selected already")
    func selectedBefore() throws {
        var metadata = try bakery.metadata
        metadata.userSelectedShareOptions = try metadata.defaultShareOptions?.selecting(only: ["read"])
        let draft = try bakery.bakers.draft(metadata.transferItem, from: bakery.alice)
        #expect(draft.metadata.userSelectedShareOptions?.selectedOptionsIdentifiers == ["read"])
    }

    @Test("is the same in every run with the same seed, and another with another")
    func deterministic() async throws {
        var identities: [[Person.Identity]] = []
        for seed in ["1", "1", "2"] {
            let bakery = Bakery(seed: seed)
            try await bakery.send()
            identities.append(bakery.app.updates.flatMap(\.addedIdentities))
        }
        #expect(identities[0] == identities[1])
        #expect(identities[0] != identities[2])
    }

    @Test(
        "delivers nothing when the app fails an action or does not answer in time",
        arguments: [
            (BakeryApp.Conduct.failsStart, ActionFailure.failed), (.failsUpdate, .failed),
            (.ignoresStart, .timedOut), (.ignoresUpdate, .timedOut),
        ]
    )
    func trouble(_ conduct: BakeryApp.Conduct, _ failure: ActionFailure) async throws {
        bakery.app.conduct = conduct
        async let sending: Void = {
            await #expect(throws: failure) { try await bakery.send() }
        }()
        if failure == .timedOut {
            // An action whose time is up before the app has it is never handed over.
            await eventually {
                conduct == .ignoresStart ? !bakery.app.selections.isEmpty : !bakery.app.updates.isEmpty
            }
            await bakery.messages.clock.sleepers(atLeast: 1)
            bakery.messages.clock.advance(by: .seconds(30))
        }
        await sending
        for person in [bakery.alice, bakery.bob] {
            #expect(bakery.center(of: person).highlights.isEmpty)
            #expect(bakery.lines(of: person).isEmpty)
        }
    }
}
