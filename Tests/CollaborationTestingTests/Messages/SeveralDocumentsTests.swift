import CollaborationCore
import CollaborationModels
import CollaborationTesting
import Testing

@Suite("Several messages with documents", .timeLimit(.minutes(1)))
struct SeveralDocumentsTests {
    let bakery = Bakery()

    func send(_ metadata: CollaborationMetadata) async throws {
        let bakers = bakery.bakers
        try await bakers.send(metadata.transferItem, from: bakery.alice)
    }

    @Test("A person who joins gets a document under the title that it was last sent with")
    func lastTitle() async throws {
        try await bakery.send()
        var renamed = try bakery.metadata
        renamed.title = "Bread Recipes"
        try await send(renamed)
        await bakery.bakers.add(bakery.charlie)
        #expect(bakery.lines(of: bakery.charlie).last == "Alice shared Bread Recipes")
        #expect(try bakery.highlight(of: bakery.charlie).title == "Bread Recipes")
    }

    @Test("A person who joins gets all documents that one person has shared")
    func twoDocuments() async throws {
        try await bakery.send()
        try await send(CollaborationMetadata(localIdentifier: "cakes", title: "Cakes"))
        await bakery.bakers.add(bakery.charlie)
        let lines = Set(bakery.lines(of: bakery.charlie))
        #expect(lines.isSuperset(of: ["Alice shared Baking Recipes", "Alice shared Cakes"]))
    }
}
