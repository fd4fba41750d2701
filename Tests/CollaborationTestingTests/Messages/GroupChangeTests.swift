import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Changes of the group", .timeLimit(.minutes(1)))
struct GroupChangeTests {
    let bakery = Bakery()

    @Test("A person who joins the conversation gets the link and can open it")
    func joining() async throws {
        let url = try await bakery.send().url
        #expect(await bakery.bakers.add(bakery.charlie).isEmpty)
        #expect(bakery.bakers.members.map(\.name) == ["Alice", "Bob", "Carol", "Charlie"])
        #expect(bakery.lines(of: bakery.charlie) == ["Charlie joined", "Alice shared Baking Recipes"])
        #expect(bakery.lines(of: bakery.bob) == ["Alice shared Baking Recipes", "Charlie joined"])
        #expect(bakery.app.updates.map(\.addedIdentities.count) == [3, 1])
        try await bakery.app.open(url, with: bakery.center(of: bakery.charlie), as: "charlie")
        #expect(try await bakery.app.server["doc-recipes"].access(of: "charlie") != nil)
    }

    @Test("A person who is removed from the conversation loses access")
    func leaving() async throws {
        let url = try await bakery.send().url
        try await bakery.app.open(url, with: bakery.center(of: bakery.carol), as: "carol")
        #expect(await bakery.bakers.remove(bakery.carol).isEmpty)
        #expect(try await bakery.app.server["doc-recipes"].access(of: "carol") == nil)
        await #expect(throws: CollaborationError.refused(.removedIdentity)) {
            try await bakery.app.open(url, with: bakery.center(of: bakery.carol), as: "carol")
        }
    }

    @Test("When the sender leaves the conversation, the app gets no update action")
    func senderLeaves() async throws {
        try await bakery.send()
        #expect(await bakery.bakers.remove(bakery.alice).isEmpty)
        #expect(bakery.app.updates.count == 1)
        #expect(bakery.bakers.members.map(\.name) == ["Bob", "Carol"])
    }

    @Test("A sender who comes back is not invited to the sender's own collaboration")
    func senderComesBack() async throws {
        try await bakery.send()
        await bakery.bakers.remove(bakery.alice)
        #expect(await bakery.bakers.add(bakery.alice).isEmpty)
        #expect(bakery.app.updates.count == 1)
        try bakery.edit(by: bakery.bob)
        #expect(bakery.lines(of: bakery.alice).last == "Bob edited Baking Recipes")
    }

    @Test("A person who comes back is invited with another identity")
    func comingBack() async throws {
        let url = try await bakery.send().url
        let first = bakery.app.updates[0].addedIdentities
        await bakery.bakers.remove(bakery.carol)
        await bakery.bakers.add(bakery.carol)
        let second = try #require(bakery.app.updates.last).addedIdentities
        #expect(!first.contains(second[0]))
        #expect(bakery.center(of: bakery.carol).highlights.map(\.url) == [url])
        try await bakery.app.open(url, with: bakery.center(of: bakery.carol), as: "carol")
        let access = try await bakery.app.server["doc-recipes"].access(of: "carol")
        #expect(access?.identities == Set(second))
    }

    @Test("A failed removal is asked for again by removing the person again")
    func failedRemoval() async throws {
        let url = try await bakery.send().url
        try await bakery.app.open(url, with: bakery.center(of: bakery.carol), as: "carol")
        bakery.app.behavior = .failsUpdate
        for _ in 1...2 { #expect(await bakery.bakers.remove(bakery.carol) == ["doc-recipes": .failed]) }
        #expect(bakery.bakers.members.map(\.name) == ["Alice", "Bob"])
        #expect(bakery.lines(of: bakery.carol).filter { $0 == "Carol left" }.count == 1)
        #expect(try await bakery.app.server["doc-recipes"].access(of: "carol") != nil)

        bakery.app.behavior = .answers
        for _ in 1...2 { #expect(await bakery.bakers.remove(bakery.carol).isEmpty) }
        #expect(try await bakery.app.server["doc-recipes"].access(of: "carol") == nil)
        #expect(bakery.app.updates.count == 4)
    }

    @Test("After a failed addition the person is a member without link and notices until added again")
    func failedAddition() async throws {
        let url = try await bakery.send().url
        bakery.app.behavior = .failsUpdate
        #expect(await bakery.bakers.add(bakery.charlie) == ["doc-recipes": .failed])
        #expect(bakery.bakers.members.count == 4)
        #expect(bakery.center(of: bakery.charlie).highlights.isEmpty)
        try bakery.edit(by: bakery.bob)
        #expect(bakery.lines(of: bakery.alice).last == "Bob edited Baking Recipes")
        #expect(bakery.lines(of: bakery.charlie) == ["Charlie joined"])

        bakery.app.behavior = .answers
        for _ in 1...2 { #expect(await bakery.bakers.add(bakery.charlie).isEmpty) }
        #expect(bakery.app.updates.count == 3)
        try bakery.edit(by: bakery.bob)
        #expect(
            bakery.lines(of: bakery.charlie) == [
                "Charlie joined", "Alice shared Baking Recipes", "Bob edited Baking Recipes",
            ]
        )
        try await bakery.app.open(url, with: bakery.center(of: bakery.charlie), as: "charlie")
    }

    @Test("Adding a person without a device fails without an action")
    func additionWithoutDevice() async throws {
        try await bakery.send()
        let dora = SimulatedPerson("Dora", devices: [])
        let failures = await bakery.bakers.add(dora)
        #expect(Array(failures.values) == [.failed])
        #expect(bakery.app.updates.count == 1)
        #expect(bakery.lines(of: dora) == ["Dora joined"])
    }

    @Test("Adding a person after a removal that failed does not remove the person's earlier identity")
    func additionAfterFailedRemoval() async throws {
        try await bakery.send()
        bakery.app.behavior = .failsUpdate
        await bakery.bakers.remove(bakery.carol)
        bakery.app.behavior = .answers
        await bakery.bakers.add(bakery.carol)
        #expect(bakery.app.updates.last?.removedIdentities == [])
    }

    @Test("Leaving a conversation in which a document was shared twice removes the last identity alone")
    func sharedTwice() async throws {
        let url = try await bakery.send().url
        try await bakery.app.open(url, with: bakery.center(of: bakery.carol), as: "carol")
        try await bakery.send()
        let second = try await bakery.identity(of: bakery.carol)
        #expect(await bakery.bakers.remove(bakery.carol).isEmpty)
        #expect(bakery.app.updates.last?.removedIdentities == [second])
        let recipes = bakery.app.server["doc-recipes"]
        #expect(try await recipes.access(of: "carol") != nil)
        #expect(try await recipes.remove("carol", by: .account("alice")).lost == ["carol"])
    }

    @Test("Adding a member again does nothing")
    func memberAgain() async throws {
        try await bakery.send()
        #expect(await bakery.bakers.add(bakery.bob).isEmpty)
        #expect(bakery.app.updates.count == 1)
        #expect(bakery.lines(of: bakery.bob) == ["Alice shared Baking Recipes"])
    }

    @Test("Removing a person who is no member does nothing")
    func noMember() async throws {
        try await bakery.send()
        #expect(await bakery.bakers.remove(bakery.charlie).isEmpty)
        #expect(bakery.app.updates.count == 1)
    }
}
