import CollaborationModels
import CollaborationCore
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Notice")
struct NoticeTests {
    let highlight: CollaborationHighlight

    init() throws {
        highlight = try Samples.highlight(title: "Baking Recipes")
    }

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

    @Test("A notice that was decoded has the sentence of its kind, its author and its title, and no other")
    func decoded() throws {
        let event = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        let notice = try #require(Notice(of: event, in: highlight, by: "Charlie"))
        var object = try #require(
            JSONSerialization.jsonObject(with: JSONEncoder().encode(notice)) as? [String: Any]
        )
        object["author"] = "Ann\nBob edited Secrets"
        object["sentence"] = "Bob\u{202E}"
        let json = try JSONSerialization.data(withJSONObject: object)
        #expect(
            try JSONDecoder().decode(Notice.self, from: json).sentence
                == #"Ann\nBob edited Secrets edited Baking Recipes"#
        )
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
    )
    func sentences(_ kind: HighlightEventKind, _ sentence: String) {
        #expect(kind.sentence(by: "Ann", in: "Notes") == sentence)
    }

    @Test(
        "A notice says Someone for a blank name, and a shared document for a blank or missing title",
        arguments: [nil, "", " \n"]
    )
    func nameless(_ title: String?) {
        for author in ["", " \t"] {
            let sentence = HighlightEventKind.change(.edit).sentence(by: author, in: title)
            #expect(sentence == "Someone edited a shared document")
        }
    }

    @Test("A notice is for everyone, but the notice of a mention is for the mentioned person alone")
    func addressee() throws {
        let carol = MentionedPerson.identity(try Samples.identity(3))

        let change = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        let edit = try #require(Notice(of: change, in: highlight, by: "Ann"))
        #expect(edit.addressee == nil)

        let event = HighlightMentionEvent(
            highlight: highlight,
            mentionedPersonIdentity: try Samples.identity(3)
        )
        let mention = try #require(Notice(of: event, in: highlight, by: "Ann"))
        #expect(mention.sentence == "Ann mentioned you in Baking Recipes")
        #expect(mention.addressee == carol)
    }

    @Test("A line break or a mark of direction in a name or a title does not change the line of a notice")
    func oneLine() throws {
        let highlight = try Samples.highlight(title: "Recipes\nBob deleted Recipes")
        let event = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        let notice = try #require(Notice(of: event, in: highlight, by: "A\u{202E}nn"))
        #expect(notice.sentence == #"A\u{202E}nn edited Recipes\nBob deleted Recipes"#)
    }

    @Test("Handles are encoded with upper and lower case as they are")
    func handles() throws {
        let handle = "Carol.O'Neil@Example.COM"
        #expect(
            try encode(MentionedPerson.cloudKitShareHandle(handle))
                == #"{"cloudKitShareHandle":"\#(handle)"}"#
        )
        let person = Person(handle: handle, identity: nil, displayName: "Carol", thumbnailImageData: nil)
        #expect(try roundTrip(person).handle == handle)
        #expect(try roundTrip(MentionedPerson.cloudKitShareHandle(handle)) == .cloudKitShareHandle(handle))
    }

    @Test("A notice with a long title and name is read back as it was encoded")
    func longTexts() throws {
        let long = String(repeating: "é", count: 3_000)
        let highlight = try Samples.highlight(title: long)
        let event = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        let notice = try #require(Notice(of: event, in: highlight, by: "x" + long))
        #expect(notice.author.utf8.count == 4_095)
        #expect(highlight.title == String(repeating: "é", count: 2_048))
        #expect(try roundTrip(notice) == notice)
        let metadata = CollaborationMetadata(localIdentifier: "7", title: long)
        #expect(try roundTrip(metadata) == metadata)
    }
}
