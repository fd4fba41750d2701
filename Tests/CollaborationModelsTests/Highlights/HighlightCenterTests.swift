import CollaborationCore
import CollaborationModels
import Foundation
import Testing

/// A highlight center with one collaboration, which uses the defaults of the protocol.
///
/// It cannot sign and shows no notices.
private final class OneCollaborationCenter: HighlightCenter {
    let collaboration: CollaborationHighlight

    init(_ collaboration: CollaborationHighlight) { self.collaboration = collaboration }

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

    func postNotice(for event: any HighlightEvent) {}

    func clearNotices(for highlight: CollaborationHighlight) {}
}

@Suite("Highlight center")
struct HighlightCenterTests {
    private let highlightCenter: OneCollaborationCenter

    init() throws { highlightCenter = OneCollaborationCenter(try Samples.highlight(title: "Baking Recipes")) }

    @Test("The errors of a highlight center have Apple's codes")
    func errorCodes() async throws {
        #expect(HighlightCenterError.internalError.rawValue == 1)
        #expect(HighlightCenterError.invalidURL.rawValue == 2)
        #expect(HighlightCenterError.accessDenied.rawValue == 3)
        let highlight = try await highlightCenter.collaborationHighlight(for: Samples.url())
        await #expect(throws: HighlightCenterError.internalError) {
            try await highlightCenter.signedIdentityProof(for: highlight, using: Data([1]))
        }
    }

    @Test("The updates of a highlight center begin with its highlights")
    func updates() async {
        #expect(highlightCenter.highlightCollectionTitle == "Shared with You")
        #expect(highlightCenter.isSystemCollaborationSupportAvailable)
        var lists: [[Highlight]] = []
        for await highlights in highlightCenter.highlightUpdates { lists.append(highlights) }
        #expect(lists == [highlightCenter.highlights])
    }
}
