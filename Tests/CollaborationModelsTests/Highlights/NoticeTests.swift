import CollaborationModels
import Foundation
import Testing

@Suite("Notice")
struct NoticeTests {
    let highlight: CollaborationHighlight

    init() throws { highlight = try Samples.highlight(title: "Baking Recipes") }

    @Test("A notice says who did what in which content")
    func talk() throws {
        let event = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        let notice = try #require(Notice(of: event, in: highlight, by: "Charlie"))
        #expect(notice.sentence == "Charlie edited Baking Recipes")
        #expect("\(notice)" == "Charlie edited Baking Recipes")
        #expect(notice.author == "Charlie")
        #expect(notice.highlight == highlight)
        #expect(notice.kind == .change(.edit))
    }

    @Test("No notice is made for an event with another link than the highlight")
    func otherCollaboration() throws {
        let other = Highlight(url: try Samples.url("https://example.com/cooking"))
        let event = HighlightChangeEvent(highlight: other, trigger: .edit)
        #expect(Notice(of: event, in: highlight, by: "Charlie") == nil)
    }

    @Test(
        "Every kind of event has its own sentence",
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
    ) func sentences(_ kind: HighlightEventKind, _ sentence: String) {
        #expect(kind.sentence(by: "Ann", in: "Notes") == sentence)
    }

    @Test("A notice says Someone for a blank name", arguments: ["", " \t"])
    func nameless(_ author: String) {
        let sentence = HighlightEventKind.change(.edit).sentence(by: author, in: "Notes")
        #expect(sentence == "Someone edited Notes")
    }

    @Test("A notice says a shared document for a blank or missing title", arguments: [nil, "", " \n"])
    func untitled(_ title: String?) {
        let sentence = HighlightEventKind.change(.edit).sentence(by: "Ann", in: title)
        #expect(sentence == "Ann edited a shared document")
    }

    @Test("The notice of a change is for everyone")
    func everyone() throws {
        let change = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        #expect(try #require(Notice(of: change, in: highlight, by: "Ann")).addressee == nil)
    }

    @Test("The notice of a mention is for the mentioned person alone")
    func addressee() throws {
        let carol = try Samples.identity(3)
        let event = HighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: carol)
        #expect(try #require(Notice(of: event, in: highlight, by: "Ann")).addressee == .identity(carol))
    }

    @Test("A line break or a mark of direction in a name or a title does not change the line of a notice")
    func oneLine() throws {
        let highlight = try Samples.highlight(title: "Recipes\nBob deleted Recipes")
        let event = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        let notice = try #require(Notice(of: event, in: highlight, by: "A\u{202E}nn"))
        #expect(notice.sentence == #"A\u{202E}nn edited Recipes\nBob deleted Recipes"#)
    }
}
