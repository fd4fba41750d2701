import CollaborationModels
import CollaborationProofs
import Foundation
import Testing

@Suite("Defaults of highlights")
struct HighlightDefaultTests {
    @Test("The content of a highlight without a given type is data")
    func contentType() throws {
        let highlight = CollaborationHighlight(
            collaborationIdentifier: "doc-42",
            url: try Samples.url(),
            creationDate: Date(timeIntervalSince1970: 1_700_000_000)
        )
        #expect(highlight.contentType == TypeIdentifier.data)
    }
}
