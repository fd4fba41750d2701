import CollaborationModels
import CollaborationProofs
import Foundation
import Testing

@Suite("Links of start actions")
struct LinkEdgeTests {
    @Test(
        "A link whose host is empty is refused, even if it has a user or a port",
        arguments: ["https://:443/baking", "https://user@/baking", "https://user@:443/baking"]
    )
    func emptyHost(_ link: String) throws {
        let action = StartCollaborationAction(
            collaborationMetadata: CollaborationMetadata(localIdentifier: "recipes-7")
        )
        let url = try Samples.url(link)
        #expect(throws: ActionError.linkHasNoHost) {
            try action.fulfill(using: url, collaborationIdentifier: "doc-42")
        }
        #expect(action.state == .pending)
    }

    @Test(
        "A link with a user or a port is accepted if it has a host",
        arguments: [
            "https://user@example.com/baking", "https://user:x@example.com:443/", "https://example.com:443",
        ]
    )
    func userAndPort(_ link: String) throws {
        let action = Samples.start()
        let url = try Samples.url(link)
        #expect(try action.fulfill(using: url, collaborationIdentifier: "doc-42"))
    }
}
