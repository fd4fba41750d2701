import CollaborationModels
import CollaborationCore
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Highlight")
struct HighlightTests {
    @Test("The identifier of a highlight is the text of its link by default")
    func identifier() throws {
        let url = try Samples.url()
        #expect(Highlight(url: url).identifier == "https://example.com/baking")
        #expect(Highlight(url: url, identifier: "7").identifier == "7")
        #expect("\(Highlight(url: url))" == "Highlight https://example.com/baking")
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
        #expect("\(highlight)" == "Baking Recipes (collaboration doc-42) at https://example.com/baking")
    }

    @Test("A decoded highlight equals the encoded one, and its content is data by default")
    func coding() throws {
        let url = try Samples.url()
        let highlight = try Samples.highlight(title: "Baking Recipes", identifier: "h1")
        #expect(highlight.contentType == .data)
        #expect(try roundTrip(highlight) == highlight)
        #expect(try roundTrip(Highlight(url: url)) == Highlight(url: url))
    }

    @Test("A list of highlights holds links and collaborations, also after encoding and decoding")
    func list() throws {
        let collaboration = try Samples.highlight(identifier: "h1")
        let list = [collaboration.highlight, Highlight(url: try Samples.url("https://example.com/blog"))]
        #expect(list.map(\.collaboration) == [collaboration, nil])
        #expect(list.map(\.identifier) == ["h1", "https://example.com/blog"])
        #expect(try roundTrip(list) == list)
        #expect("\(list[0])" == "\(collaboration)")
    }

    @Test("A highlight, an event and a share with a relative link are equal after encoding and decoding")
    func relativeLink() throws {
        let base = try Samples.url("https://example.com/recipes/")
        let url = try #require(URL(string: "baking", relativeTo: base))
        let highlight = CollaborationHighlight(
            collaborationIdentifier: "doc-42",
            url: url,
            creationDate: Date(timeIntervalSince1970: 0)
        )
        #expect(highlight.url.baseURL == nil)
        #expect(try roundTrip(highlight) == highlight)
        #expect(try roundTrip(Highlight(url: url)) == Highlight(url: url))

        let foreign = RelativeHighlight(identifier: "7", url: url)
        let edit = HighlightChangeEvent(highlight: foreign, trigger: .edit)
        let identity = try Samples.identity(7)
        try expectRoundTrip(edit)
        try expectRoundTrip(HighlightMembershipEvent(highlight: foreign, trigger: .addedCollaborator))
        try expectRoundTrip(HighlightPersistenceEvent(highlight: foreign, trigger: .renamed))
        try expectRoundTrip(HighlightMentionEvent(highlight: foreign, mentionedPersonIdentity: identity))
        try expectRoundTrip(
            HighlightMentionEvent(highlight: foreign, mentionedPersonCloudKitShareHandle: "carol@example.com")
        )
        #expect(Notice(of: edit, in: highlight, by: "Charlie") != nil)

        var share = CloudKitShare(recordName: "share-1", url: url)
        #expect(try roundTrip(share) == share)
        share.url = URL(string: "cooking", relativeTo: base)
        #expect(try roundTrip(share) == share)
    }

    private func expectRoundTrip(_ value: some Codable & Equatable) throws {
        #expect(try roundTrip(value) == value)
    }

    /// A highlight of an app's own that keeps a relative link.
    private struct RelativeHighlight: HighlightProtocol {
        var identifier: String
        var url: URL
    }
}

@Suite("Highlight event")
struct HighlightEventTests {
    let highlight: CollaborationHighlight

    init() throws {
        highlight = try Samples.highlight()
    }

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
        #expect("\(change)" == "edit at https://example.com/baking")
        #expect("\(handle)" == "mention of carol@example.com at https://example.com/baking")
    }

    @Test("The trigger of an event is encoded as its raw value")
    func coding() throws {
        let change = HighlightChangeEvent(highlight: highlight, trigger: .comment)
        let json = try encode(change)
        #expect(json == #"{"changeEventTrigger":2,"highlightURL":"https://example.com/baking"}"#)
        #expect(try decode(HighlightChangeEvent.self, from: json) == change)
        let mention = HighlightMentionEvent(
            highlight: highlight,
            mentionedPersonIdentity: try Samples.identity(7)
        )
        #expect(try roundTrip(mention) == mention)
        #expect(throws: DecodingError.self) {
            _ = try decode(
                HighlightChangeEvent.self,
                from: #"{"changeEventTrigger": 0, "highlightURL": "https://example.com"}"#
            )
        }
    }

    @Test(
        "A kind of event is encoded as an object with its name as the only key",
        arguments: [
            (.change(.edit), #"{"change":1}"#), (.membership(.removedCollaborator), #"{"membership":2}"#),
            (.persistence(.moved), #"{"persistence":4}"#),
            (.mention(.cloudKitShareHandle("a")), #"{"mention":{"cloudKitShareHandle":"a"}}"#),
        ] as [(HighlightEventKind, String)]
    )
    func writing(kind: HighlightEventKind, json: String) throws {
        #expect(try encode(kind) == json)
        #expect(try decode(HighlightEventKind.self, from: json) == kind)
    }

    @Test(
        "Decoding a kind of event fails for no key, two keys or an unknown trigger",
        arguments: [
            "{}", #"{"change": 1, "membership": 1}"#, #"{"change": 3}"#, #"{"mention": {}}"#,
            #"{"mention": {"cloudKitShareHandle": "carol@example.com", "identity": {"rootHash": ""}}}"#,
        ]
    )
    func wrongKinds(_ json: String) {
        #expect(throws: DecodingError.self) { _ = try decode(HighlightEventKind.self, from: json) }
    }
}
