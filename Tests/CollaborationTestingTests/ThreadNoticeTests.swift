import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Notices in the thread")
struct ThreadNoticeTests {
    let bakery = Bakery()
    let highlight: CollaborationHighlight

    init() async throws {
        let sent = try await bakery.send()
        highlight = try await bakery.center(of: bakery.bob).collaborationHighlight(for: sent.url)
    }

    func identity(of person: Int) throws -> Person.Identity {
        try #require(bakery.app.updates.first).addedIdentities[person]
    }

    @Test("come to all but their author, in order")
    func order() {
        bakery.center(of: bakery.bob).postNotice(
            for: HighlightChangeEvent(highlight: highlight, trigger: .edit)
        )
        bakery.center(of: bakery.carol)
            .postNotice(for: HighlightPersistenceEvent(highlight: highlight, trigger: .renamed))
        let (edit, rename) = ("Bob edited Baking Recipes", "Carol renamed Baking Recipes")
        #expect(bakery.lines(of: bakery.alice).dropFirst() == [edit, rename])
        #expect(bakery.lines(of: bakery.bob).dropFirst() == [rename])
        #expect(bakery.lines(of: bakery.carol).dropFirst() == [edit])
    }

    @Test("of a mention come to the one mentioned alone")
    func mention() async throws {
        try await bakery.bakers.add(bakery.charlie)
        bakery.center(of: bakery.bob).postNotice(
            for: HighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: try identity(of: 1))
        )
        let sentence = "Bob mentioned you in Baking Recipes"
        #expect(bakery.lines(of: bakery.carol).last == sentence)
        for person in [bakery.alice, bakery.bob, bakery.charlie] {
            #expect(!bakery.lines(of: person).contains(sentence), "\(person.name)")
        }
    }

    @Test("neither come from nor to those who left, and not to those who came later")
    func membership() async throws {
        await bakery.bakers.remove(bakery.carol)
        let edit = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        bakery.center(of: bakery.bob).postNotice(for: edit)
        bakery.center(of: bakery.carol).postNotice(for: edit)
        try await bakery.bakers.add(bakery.charlie)
        #expect(bakery.lines(of: bakery.carol) == ["Alice shared Baking Recipes", "Carol left"])
        #expect(
            bakery.lines(of: bakery.alice) == [
                "Alice shared Baking Recipes", "Carol left", "Bob edited Baking Recipes", "Charlie joined",
            ]
        )
        #expect(!bakery.lines(of: bakery.charlie).contains("Bob edited Baking Recipes"))
    }

    @Test("are taken back by who posted them, all of the collaboration")
    func clearing() {
        for person in [bakery.bob, bakery.carol] {
            bakery.center(of: person).postNotice(
                for: HighlightChangeEvent(highlight: highlight, trigger: .comment)
            )
        }
        bakery.center(of: bakery.bob, device: 1).clearNotices(for: highlight)
        #expect(bakery.lines(of: bakery.alice).dropFirst() == ["Carol commented on Baking Recipes"])
        #expect(bakery.lines(of: bakery.carol).count == 1)
    }

    @Test("of another collaboration stay when those of one are taken back")
    func clearingOne() async throws {
        let cakes = CollaborationMetadata(localIdentifier: "cakes").transferItem
        let sent = try await bakery.bakers.send(bakery.bakers.draft(cakes, from: bakery.alice))
        let center = bakery.center(of: bakery.bob)
        let other = try await center.collaborationHighlight(for: sent.url)
        for highlight in [highlight, other] {
            center.postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .edit))
        }
        center.clearNotices(for: highlight)
        #expect(bakery.lines(of: bakery.carol).dropFirst(2) == ["Bob edited a shared document"])
    }

    @Test("of a link that was not delivered are shown to nobody")
    func unknownLink() throws {
        let other = Highlight(url: try #require(URL(string: "https://bakery.example/other")))
        bakery.center(of: bakery.bob).postNotice(for: HighlightChangeEvent(highlight: other, trigger: .edit))
        bakery.center(of: bakery.charlie)
            .postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .edit))
        bakery.center(of: bakery.charlie).clearNotices(for: highlight)
        #expect(bakery.lines(of: bakery.alice).count == 1)
    }
}
