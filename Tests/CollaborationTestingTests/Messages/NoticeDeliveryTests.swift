import CollaborationCore
import CollaborationModels
import CollaborationTesting
import Foundation
import Testing

@Suite("Notice delivery", .timeLimit(.minutes(1)))
struct NoticeDeliveryTests {
    let bakery = Bakery()

    init() async throws { try await bakery.send() }

    func mention(_ identity: Person.Identity, by person: SimulatedPerson) throws {
        let highlight = try bakery.highlight(of: person)
        bakery.center(of: person)
            .postNotice(for: HighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: identity))
    }

    @Test("All members except the author see a notice")
    func order() throws {
        try bakery.edit(by: bakery.bob)
        let highlight = try bakery.highlight(of: bakery.carol)
        bakery.center(of: bakery.carol)
            .postNotice(for: HighlightPersistenceEvent(highlight: highlight, trigger: .renamed))
        let (edit, rename) = ("Bob edited Baking Recipes", "Carol renamed Baking Recipes")
        #expect(bakery.lines(of: bakery.alice).dropFirst() == [edit, rename])
        #expect(bakery.lines(of: bakery.bob).dropFirst() == [rename])
        #expect(bakery.lines(of: bakery.carol).dropFirst() == [edit])
    }

    @Test("Only the mentioned person sees a mention in the conversation")
    func mention() async throws {
        await bakery.bakers.add(bakery.charlie)
        try mention(await bakery.identity(of: bakery.carol), by: bakery.bob)
        let sentence = "Bob mentioned you in Baking Recipes"
        #expect(bakery.lines(of: bakery.carol).last == sentence)
        for person in [bakery.alice, bakery.bob, bakery.charlie] {
            #expect(!bakery.lines(of: person).contains(sentence), "\(person.name)")
        }
    }

    @Test("After a document was sent twice, a mention of either identity reaches the person")
    func mentionAfterSecondMessage() async throws {
        let first = try await bakery.identity(of: bakery.carol)
        try await bakery.send()
        let second = try await bakery.identity(of: bakery.carol)
        #expect(first != second)
        try mention(first, by: bakery.bob)
        try mention(second, by: bakery.bob)
        let sentence = "Bob mentioned you in Baking Recipes"
        #expect(bakery.lines(of: bakery.carol).suffix(2) == [sentence, sentence])
    }

    @Test("A notice is shown in every conversation in which its author got the link")
    func severalConversations() async throws {
        let friends = bakery.messages.conversation(among: [bakery.alice, bakery.bob, bakery.charlie])
        let family = bakery.messages.conversation(among: [bakery.alice, bakery.carol])
        try await bakery.send(in: friends)
        try await bakery.send(in: family)
        try bakery.edit(by: bakery.bob)
        let edit = "Bob edited Baking Recipes"
        #expect(bakery.lines(of: bakery.carol).last == edit)
        #expect(bakery.lines(of: bakery.charlie, in: friends).last == edit)
        #expect(bakery.lines(of: bakery.alice, in: family) == ["Alice shared Baking Recipes"])
    }

    @Test("A person who left does not see notices")
    func leftReader() async throws {
        await bakery.bakers.remove(bakery.carol)
        try bakery.edit(by: bakery.bob)
        #expect(bakery.lines(of: bakery.carol) == ["Alice shared Baking Recipes", "Carol left"])
    }

    @Test("A person who left cannot post notices")
    func leftAuthor() async throws {
        await bakery.bakers.remove(bakery.carol)
        try bakery.edit(by: bakery.carol)
        #expect(bakery.lines(of: bakery.alice) == ["Alice shared Baking Recipes", "Carol left"])
    }

    @Test("Clearing notices deletes those that the same person posted on any device")
    func clearing() throws {
        let highlight = try bakery.highlight(of: bakery.bob)
        for person in [bakery.bob, bakery.carol] {
            bakery.center(of: person).postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .comment))
        }
        bakery.center(of: bakery.bob, device: 1).clearNotices(for: highlight)
        #expect(bakery.lines(of: bakery.alice).dropFirst() == ["Carol commented on Baking Recipes"])
        #expect(bakery.lines(of: bakery.carol).count == 1)
    }

    @Test("Clearing the notices of one collaboration keeps those of another")
    func clearingOne() async throws {
        let cakes = CollaborationMetadata(localIdentifier: "cakes").transferItem
        let sent = try await bakery.bakers.send(cakes, from: bakery.alice)
        let center = bakery.center(of: bakery.bob)
        let highlight = try bakery.highlight(of: bakery.bob)
        let other = try await center.collaborationHighlight(for: sent.url)
        for highlight in [highlight, other] {
            center.postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .edit))
        }
        center.clearNotices(for: highlight)
        #expect(bakery.lines(of: bakery.carol).dropFirst(2) == ["Bob edited a shared document"])
    }
}
