import CollaborationModels
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("A change of the group")
struct GroupChangeTests {
    let bakery = Bakery()

    @Test("lets a person who joins into what was shared, from then on")
    func joining() async throws {
        let url = try await bakery.send().url
        #expect(try await bakery.bakers.add(bakery.charlie).isEmpty)
        #expect(bakery.bakers.members.map(\.name) == ["Alice", "Bob", "Carol", "Charlie"])
        #expect(bakery.lines(of: bakery.charlie) == ["Charlie joined", "Alice shared Baking Recipes"])
        #expect(bakery.lines(of: bakery.bob) == ["Alice shared Baking Recipes", "Charlie joined"])
        try await bakery.app.open(url, with: bakery.center(of: bakery.charlie), as: "charlie")
        #expect(try await bakery.app.access.accounts(in: "doc-recipes") == ["charlie"])
    }

    @Test("revokes a person who is removed, who keeps the link but not the access")
    func leaving() async throws {
        let url = try await bakery.send().url
        try await bakery.app.open(url, with: bakery.center(of: bakery.carol), as: "carol")
        #expect(await bakery.bakers.remove(bakery.carol).isEmpty)
        #expect(try await bakery.app.access.access(of: "carol", to: "doc-recipes") == nil)
        #expect(bakery.center(of: bakery.carol).highlights.count == 1)
        await #expect(throws: AccessRefusal.unknownIdentity) {
            try await bakery.app.open(url, with: bakery.center(of: bakery.carol), as: "carol")
        }
    }

    @Test("revokes nobody when the sender leaves, who was not invited")
    func senderLeaves() async throws {
        try await bakery.send()
        let updates = bakery.app.updates.count
        #expect(await bakery.bakers.remove(bakery.alice).isEmpty)
        #expect(bakery.app.updates.count == updates)
        #expect(bakery.bakers.members.map(\.name) == ["Bob", "Carol"])
    }

    @Test("does not invite the sender who comes back to what is the sender's own")
    func senderComesBack() async throws {
        let url = try await bakery.send().url
        await bakery.bakers.remove(bakery.alice)
        let updates = bakery.app.updates.count
        #expect(try await bakery.bakers.add(bakery.alice).isEmpty)
        #expect(bakery.app.updates.count == updates)
        await #expect(throws: HighlightCenterError.internalError) {
            try await bakery.app.open(url, with: bakery.center(of: bakery.alice), as: "alice")
        }
    }

    @Test("that the app fails to remove a person from its server is reported, and leaves the access")
    func failedRemoval() async throws {
        let url = try await bakery.send().url
        bakery.app.conduct = .failsUpdate
        #expect(await bakery.bakers.remove(bakery.carol) == ["doc-recipes": .failed])
        #expect(bakery.bakers.members.map(\.name) == ["Alice", "Bob"])
        try await bakery.app.open(url, with: bakery.center(of: bakery.carol), as: "carol")
    }

    @Test("invites a person who comes back by another identity")
    func comingBack() async throws {
        let url = try await bakery.send().url
        let first = try #require(bakery.app.updates.last).addedIdentities
        await bakery.bakers.remove(bakery.carol)
        try await bakery.bakers.add(bakery.carol)
        let second = try #require(bakery.app.updates.last).addedIdentities
        #expect(!first.contains(second[0]))
        #expect(bakery.center(of: bakery.carol).highlights.map(\.url) == [url])
        try await bakery.app.open(url, with: bakery.center(of: bakery.carol), as: "carol")
        #expect(try await bakery.app.access.access(of: "carol", to: "doc-recipes")?.identities == Set(second))
    }

    @Test("that the app fails keeps the person in the conversation, without the link and notices about it")
    func failedAddition() async throws {
        let url = try await bakery.send().url
        bakery.app.conduct = .failsUpdate
        #expect(try await bakery.bakers.add(bakery.charlie) == ["doc-recipes": .failed])
        #expect(bakery.bakers.members.count == 4)
        #expect(bakery.center(of: bakery.charlie).highlights.isEmpty)
        let bobs = bakery.center(of: bakery.bob)
        let highlight = try await bobs.collaborationHighlight(for: url)
        bobs.postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .edit))
        #expect(bakery.lines(of: bakery.alice).last == "Bob edited Baking Recipes")
        #expect(bakery.lines(of: bakery.charlie) == ["Charlie joined"])
    }

    @Test("that the app fails keeps notices from a person who had the link before leaving")
    func failedReturn() async throws {
        let url = try await bakery.send().url
        await bakery.bakers.remove(bakery.carol)
        bakery.app.conduct = .failsUpdate
        #expect(try await bakery.bakers.add(bakery.carol) == ["doc-recipes": .failed])
        let bobs = bakery.center(of: bakery.bob)
        let highlight = try await bobs.collaborationHighlight(for: url)
        bobs.postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .edit))
        #expect(
            bakery.lines(of: bakery.carol) == ["Alice shared Baking Recipes", "Carol left", "Carol joined"]
        )
    }

    @Test("that the app does not answer in time fails, and what was left is put right by the next")
    func timedOutRemoval() async throws {
        try await bakery.send()
        let carols = try #require(bakery.app.updates.last).addedIdentities[1]
        bakery.app.conduct = .ignoresUpdate
        async let removal = bakery.bakers.remove(bakery.carol)
        await eventually { bakery.app.updates.count == 2 }
        await bakery.messages.clock.sleepers(atLeast: 1)
        bakery.messages.clock.advance(by: .seconds(30))
        #expect(await removal == ["doc-recipes": .timedOut])

        bakery.app.conduct = .answers
        #expect(try await bakery.bakers.add(bakery.carol).isEmpty)
        let update = try #require(bakery.app.updates.last)
        #expect(update.removedIdentities == [carols])
        #expect(update.addedIdentities.count == 1)
        #expect(!update.addedIdentities.contains(carols))
    }

    @Test("takes out of a document that was shared twice what both messages brought in")
    func sharedTwice() async throws {
        try await bakery.send()
        let url = try await bakery.send().url
        try await bakery.app.open(url, with: bakery.center(of: bakery.carol), as: "carol")
        #expect(await bakery.bakers.remove(bakery.carol).isEmpty)
        let updates = bakery.app.updates
        #expect(updates.flatMap(\.removedIdentities) == updates.prefix(2).map { $0.addedIdentities[1] })
        #expect(try await bakery.app.access.accounts(in: "doc-recipes").isEmpty)
        #expect(try await bakery.bakers.add(bakery.carol).isEmpty)
        #expect(bakery.app.updates.suffix(2).allSatisfy { $0.removedIdentities.isEmpty })
    }

    @Test("of someone who is in already, or not in, is none")
    func noChange() async throws {
        try await bakery.send()
        #expect(try await bakery.bakers.add(bakery.bob).isEmpty)
        #expect(await bakery.bakers.remove(bakery.charlie).isEmpty)
        #expect(bakery.app.updates.count == 1)
        #expect(bakery.lines(of: bakery.bob) == ["Alice shared Baking Recipes"])
    }
}
