import CollaborationModels
import CollaborationProofs
import Foundation
import Testing

/// A highlight center with one collaboration, such as the tests of an app would define.
///
/// It cannot sign.
private final class OneCollaborationCenter: HighlightCenter {
    let collaboration: CollaborationHighlight
    let notices = Locked<[Notice]>([])

    init(_ collaboration: CollaborationHighlight) {
        self.collaboration = collaboration
    }

    var highlights: [Highlight] { [collaboration.highlight] }

    var highlightUpdates: AsyncStream<[Highlight]> {
        AsyncStream { [highlights] continuation in
            continuation.yield(highlights)
            continuation.finish()
        }
    }

    func highlight(for url: URL) async throws(HighlightCenterError) -> Highlight {
        try await collaborationHighlight(for: url).highlight
    }

    func collaborationHighlight(for url: URL) async throws(HighlightCenterError) -> CollaborationHighlight {
        guard url == collaboration.url else { throw .invalidURL }
        return collaboration
    }

    func collaborationHighlight(
        forIdentifier collaborationIdentifier: CollaborationIdentifier
    ) throws(HighlightCenterError) -> CollaborationHighlight {
        guard collaborationIdentifier == collaboration.collaborationIdentifier else { throw .invalidURL }
        return collaboration
    }

    func signedIdentityProof(
        for highlight: CollaborationHighlight,
        using data: Data
    ) async throws(HighlightCenterError) -> Person.SignedIdentityProof {
        throw .internalError
    }

    func postNotice(for event: any HighlightEvent) {
        guard let notice = Notice(of: event, in: collaboration, by: "Charlie") else { return }
        notices.withLock { $0.append(notice) }
    }

    func clearNotices(for highlight: CollaborationHighlight) {
        notices.withLock { $0.removeAll { $0.highlight == highlight } }
    }
}

@Suite("Notices of Apple's article")
struct ArticleHighlightCenterTests {
    private let highlightCenter: OneCollaborationCenter

    init() throws {
        highlightCenter = OneCollaborationCenter(
            CollaborationHighlight(
                collaborationIdentifier: "doc-42",
                url: try Samples.url(),
                title: "Baking Recipes",
                creationDate: Date(timeIntervalSince1970: 0)
            )
        )
    }

    private var sentences: [String] { highlightCenter.notices.withLock { $0.map(\.sentence) } }

    func postContentEditEvent(identifier: CollaborationIdentifier) throws {
        let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
        let editEvent = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        highlightCenter.postNotice(for: editEvent)
    }

    func postMembershipEvent(identifier: CollaborationIdentifier) throws {
        let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
        let membershipEvent = HighlightMembershipEvent(highlight: highlight, trigger: .addedCollaborator)
        highlightCenter.postNotice(for: membershipEvent)
    }

    func postMentionEvent(identifier: CollaborationIdentifier, mentionedRootHash: Data) throws {
        let mentionedIdentity = try Person.Identity(rootHash: mentionedRootHash)
        let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
        let mentionEvent = HighlightMentionEvent(
            highlight: highlight,
            mentionedPersonIdentity: mentionedIdentity
        )
        highlightCenter.postNotice(for: mentionEvent)
    }

    func postContentRenamedEvent(identifier: CollaborationIdentifier) throws {
        let highlight = try highlightCenter.collaborationHighlight(forIdentifier: identifier)
        let renamedEvent = HighlightPersistenceEvent(highlight: highlight, trigger: .renamed)
        highlightCenter.postNotice(for: renamedEvent)
    }

    @Test("The four events of the article post their notices, and clearing removes them")
    func posting() async throws {
        try postContentEditEvent(identifier: "doc-42")
        try postMembershipEvent(identifier: "doc-42")
        try postMentionEvent(identifier: "doc-42", mentionedRootHash: Data(repeating: 3, count: 32))
        try postContentRenamedEvent(identifier: "doc-42")
        #expect(
            sentences == [
                "Charlie edited Baking Recipes", "Charlie added someone to Baking Recipes",
                "Charlie mentioned you in Baking Recipes", "Charlie renamed Baking Recipes",
            ]
        )
        highlightCenter.clearNotices(
            for: try await highlightCenter.collaborationHighlight(for: Samples.url())
        )
        #expect(sentences.isEmpty)
    }

    @Test("No notice is posted for an unknown collaboration or a malformed root hash")
    func mistakes() async throws {
        #expect(throws: HighlightCenterError.invalidURL) { try postContentEditEvent(identifier: "doc-43") }
        #expect(throws: MalformedRootHashError.self) {
            try postMentionEvent(identifier: "doc-42", mentionedRootHash: Data(count: 31))
        }
        #expect(sentences.isEmpty)
    }

    @Test("A highlight center has Apple's error codes and title, and an update begins with its highlights")
    func center() async throws {
        #expect(HighlightCenterError.internalError.rawValue == 1)
        #expect(HighlightCenterError.invalidURL.rawValue == 2)
        #expect(HighlightCenterError.accessDenied.rawValue == 3)
        #expect(highlightCenter.highlightCollectionTitle == "Shared with You")
        #expect(highlightCenter.isSystemCollaborationSupportAvailable)
        var lists: [[Highlight]] = []
        for await highlights in highlightCenter.highlightUpdates { lists.append(highlights) }
        #expect(lists == [highlightCenter.highlights])
        let highlight = try await highlightCenter.collaborationHighlight(for: Samples.url())
        await #expect(throws: HighlightCenterError.internalError) {
            try await highlightCenter.signedIdentityProof(for: highlight, using: Data([1]))
        }
    }
}
