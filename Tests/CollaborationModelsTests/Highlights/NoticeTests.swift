import CollaborationModels
import Foundation
import Testing

@Suite("A notice")
struct NoticeTests {
    let highlight: CollaborationHighlight

    init() throws {
        highlight = CollaborationHighlight(
            collaborationIdentifier: "doc-42",
            url: try Samples.url(),
            title: "Baking Recipes",
            creationDate: Date(timeIntervalSince1970: 0)
        )
    }

    @Test("says who did what in which content")
    func talk() throws {
        let event = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        let notice = try #require(Notice(of: event, in: highlight, by: "Charlie"))
        #expect(notice.sentence == "Charlie edited Baking Recipes")
        #expect("\(notice)" == "Charlie edited Baking Recipes")
        #expect(notice.author == "Charlie")
        #expect(notice.highlight == highlight)
        #expect(notice.kind == .change(.edit))
    }

    @Test("is not made of an event in another collaboration")
    func otherCollaboration() throws {
        let other = Highlight(url: try Samples.url("https://example.com/cooking"))
        let event = HighlightChangeEvent(highlight: other, trigger: .edit)
        #expect(Notice(of: event, in: highlight, by: "Charlie") == nil)
    }

    @Test(
        "has a sentence for each thing that can happen",
        arguments: [
            (.change(.edit), "Ann edited Notes"),
            (.change(.comment), "Ann commented on Notes"),
            (.membership(.addedCollaborator), "Ann added someone to Notes"),
            (.membership(.removedCollaborator), "Ann removed someone from Notes"),
            (.persistence(.created), "Ann created Notes"),
            (.persistence(.deleted), "Ann deleted Notes"),
            (.persistence(.renamed), "Ann renamed Notes"),
            (.persistence(.moved), "Ann moved Notes"),
            (.mention(.cloudKitShareHandle("bob@example.com")), "Ann mentioned you in Notes"),
        ] as [(HighlightEventKind, String)]
    )
    func sentences(_ kind: HighlightEventKind, _ sentence: String) {
        #expect(EnglishNoticeFormatter().sentence(for: kind, by: "Ann", in: "Notes") == sentence)
    }

    @Test("is still a sentence without a name and without a title", arguments: [nil, ""])
    func nameless(_ title: String?) {
        let sentence = EnglishNoticeFormatter().sentence(for: .change(.edit), by: "", in: title)
        #expect(sentence == "Someone edited a shared document")
    }

    /// A formatter as an app would write one.
    struct GermanFormatter: NoticeFormatter {
        func sentence(for kind: HighlightEventKind, by author: String, in title: String?) -> String {
            "\(author) hat \(title ?? "etwas") geändert"
        }
    }

    @Test("is worded by the formatter of an app")
    func formatter() throws {
        let event = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        let notice = try #require(Notice(of: event, in: highlight, by: "Karl", formatter: GermanFormatter()))
        #expect(notice.sentence == "Karl hat Baking Recipes geändert")
    }

    @Test("is for everyone, except that a mention names its single addressee")
    func addressee() throws {
        let carol = MentionedPerson.identity(try Samples.identity(3))
        let bob = MentionedPerson.identity(try Samples.identity(2))

        let change = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        let edit = try #require(Notice(of: change, in: highlight, by: "Ann"))
        #expect(edit.addressee == nil)
        #expect(edit.isAddressed(to: carol))
        #expect(edit.isAddressed(to: bob))

        let event = HighlightMentionEvent(
            highlight: highlight,
            mentionedPersonIdentity: try Samples.identity(3)
        )
        let mention = try #require(Notice(of: event, in: highlight, by: "Ann"))
        #expect(mention.sentence == "Ann mentioned you in Baking Recipes")
        #expect(mention.addressee == carol)
        #expect(mention.isAddressed(to: carol))
        #expect(!mention.isAddressed(to: bob))
        #expect(!mention.isAddressed(to: .cloudKitShareHandle("carol@example.com")))
    }

    @Test("is encoded and decoded to the same value")
    func coding() throws {
        let event = HighlightPersistenceEvent(highlight: highlight, trigger: .moved)
        let notice = try #require(Notice(of: event, in: highlight, by: "Ann"))
        #expect(try roundTrip(notice) == notice)
    }
}
