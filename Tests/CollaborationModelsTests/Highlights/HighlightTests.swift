import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Highlight", .timeLimit(.minutes(1)))
struct HighlightTests {
    @Test("The identifier of a highlight is the text of its link by default")
    func identifier() throws {
        let url = try Samples.url()
        #expect(Highlight(url: url).identifier == "https://example.com/baking")
        #expect(Highlight(url: url, identifier: "7").identifier == "7")
    }

    @Test("The highlight of a started collaboration has its identifier, title and link")
    func collaboration() async throws {
        let start = StartCollaborationAction(
            collaborationMetadata: CollaborationMetadata(localIdentifier: "7", title: "Baking Recipes")
        )
        try start.fulfill(using: Samples.url(), collaborationIdentifier: "doc-42")
        let date = Date(timeIntervalSince1970: 1_000_000)
        let highlight = CollaborationHighlight(
            try await start.outcome(),
            creationDate: date,
            contentType: "com.example.recipes"
        )
        #expect(highlight.collaborationIdentifier == "doc-42")
        #expect(highlight.title == "Baking Recipes")
        #expect(highlight.creationDate == date)
        #expect(highlight.contentType == "com.example.recipes")
        #expect(highlight.url == (try Samples.url()))
        #expect(highlight.highlight.url == highlight.url)
        #expect(highlight.highlight.identifier == highlight.identifier)
    }

    @Test("A decoded highlight equals the encoded one")
    func coding() throws {
        let url = try Samples.url()
        let highlight = try Samples.highlight(title: "Baking Recipes", identifier: "h1")
        #expect(try roundTrip(highlight) == highlight)
        #expect(try roundTrip(Highlight(url: url)) == Highlight(url: url))
    }

    @Test("A list of highlights holds links and collaborations")
    func list() throws {
        let collaboration = try Samples.highlight(identifier: "h1")
        let list = [collaboration.highlight, Highlight(url: try Samples.url("https://example.com/blog"))]
        #expect(list.map(\.collaboration) == [collaboration, nil])
        #expect(list.map(\.identifier) == ["h1", "https://example.com/blog"])
        #expect(collaboration.contentType == .data)
        #expect(try roundTrip(list) == list)
    }

    @Test("A highlight of a relative link has the absolute one")
    func relativeLink() throws {
        let base = try Samples.url("https://example.com/recipes/")
        let url = try #require(URL(string: "baking", relativeTo: base))
        #expect(Highlight(url: url).url == url.absoluteURL)
        let highlight = CollaborationHighlight(
            collaborationIdentifier: "doc-42",
            url: url,
            creationDate: Date(timeIntervalSince1970: 0)
        )
        #expect(highlight.url == url.absoluteURL)
    }
}

@Suite("Highlight event", .timeLimit(.minutes(1)))
struct HighlightEventTests {
    let highlight: CollaborationHighlight

    init() throws { highlight = try Samples.highlight() }

    @Test("The triggers of events have Apple's raw values")
    func rawValues() {
        #expect(HighlightChangeEventTrigger.allCases.map(\.rawValue) == [1, 2])
        #expect(HighlightChangeEventTrigger.edit.rawValue == 1)
        #expect(HighlightChangeEventTrigger.comment.rawValue == 2)
        #expect(HighlightMembershipEventTrigger.addedCollaborator.rawValue == 1)
        #expect(HighlightMembershipEventTrigger.removedCollaborator.rawValue == 2)
        #expect(HighlightPersistenceEventTrigger.created.rawValue == 1)
        #expect(HighlightPersistenceEventTrigger.deleted.rawValue == 2)
        #expect(HighlightPersistenceEventTrigger.renamed.rawValue == 3)
        #expect(HighlightPersistenceEventTrigger.moved.rawValue == 4)
    }

    @Test("An event has the link of its highlight and the kind of what happened")
    func kinds() throws {
        let identity = try Samples.identity(7)
        let change = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        let membership = HighlightMembershipEvent(highlight: highlight.highlight, trigger: .addedCollaborator)
        let persistence = HighlightPersistenceEvent(highlight: highlight, trigger: .renamed)
        let mention = HighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: identity)
        let handle = HighlightMentionEvent(
            highlight: highlight,
            mentionedPersonCloudKitShareHandle: "carol@example.com"
        )

        let events: [any HighlightEvent] = [change, membership, persistence, mention, handle]
        #expect(events.allSatisfy { $0.highlightURL == highlight.url })
        #expect(
            events.map(\.kind) == [
                .change(.edit), .membership(.addedCollaborator), .persistence(.renamed),
                .mention(.identity(identity)), .mention(.cloudKitShareHandle("carol@example.com")),
            ]
        )
        #expect(change.changeEventTrigger == .edit)
        #expect(membership.membershipEventTrigger == .addedCollaborator)
        #expect(persistence.persistenceEventTrigger == .renamed)
        #expect(mention.mentionedPerson == .identity(identity))
    }

    @Test("The trigger of an event is encoded as its raw value")
    func coding() throws {
        let change = HighlightChangeEvent(highlight: highlight, trigger: .comment)
        let json = try encode(change)
        #expect(json == #"{"changeEventTrigger":2,"highlightURL":"https://example.com/baking"}"#)
        #expect(try decode(HighlightChangeEvent.self, from: json) == change)
    }

    @Test("Decoding an event with a trigger that Apple does not have throws")
    func unknownTrigger() {
        let json = #"{"changeEventTrigger": 0, "highlightURL": "https://example.com"}"#
        #expect(throws: DecodingError.self) { try decode(HighlightChangeEvent.self, from: json) }
    }
}
