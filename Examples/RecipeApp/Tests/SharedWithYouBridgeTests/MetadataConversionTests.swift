import CollaborationCore
import CollaborationModels
import Foundation
import SharedWithYouBridge
import SharedWithYouCore
import Testing

@Suite("Conversion of metadata")
struct MetadataConversionTests {
    @Test("The metadata of a draft is the same after a conversion to Apple's and back")
    func draft() throws {
        var metadata = CollaborationMetadata(
            localIdentifier: "recipes-7",
            title: "Baking Recipes",
            defaultShareOptions: try SampleOptions.all(),
            initiatorHandle: "alice@example.com",
            initiatorNameComponents: SampleOptions.name
        )
        var selected = try SampleOptions.all()
        try selected.select("read")
        metadata.userSelectedShareOptions = selected

        let system = SWCollaborationMetadata(metadata)

        #expect(system.localIdentifier.rawValue == "recipes-7")
        #expect(system.collaborationIdentifier.rawValue.isEmpty)
        #expect(try CollaborationMetadata(system) == metadata)
    }

    @Test("Metadata with only a local identifier stays empty in a conversion to Apple's and back")
    func leastDraft() throws {
        let metadata = CollaborationMetadata(localIdentifier: "recipes-7")
        #expect(try CollaborationMetadata(SWCollaborationMetadata(metadata)) == metadata)
    }

    @Test("Apple's metadata keeps the collaboration identifier and loses the local one")
    func collaboration() throws {
        let metadata = CollaborationMetadata(collaborationIdentifier: "doc-42", localIdentifier: "recipes-7")
        let system = SWCollaborationMetadata(metadata)
        #expect(system.collaborationIdentifier == SWCollaborationIdentifier("doc-42"))
        #expect(try CollaborationMetadata(system) == CollaborationMetadata(collaborationIdentifier: "doc-42"))
    }

    @Test("An identifier is the same after a conversion to Apple's and back", arguments: ["", "doc-42", "e\u{301}"])
    func identifiers(text: String) {
        let (shared, local) = (CollaborationIdentifier(text), LocalCollaborationIdentifier(text))
        #expect(CollaborationIdentifier(SWCollaborationIdentifier(shared)) == shared)
        #expect(LocalCollaborationIdentifier(SWLocalCollaborationIdentifier(local)) == local)
    }

    @Test("A name is the same after a conversion to Foundation's and back")
    func names() {
        for name in [SampleOptions.name, PersonName(), PersonName(nickname: "Jo")] {
            #expect(PersonName(PersonNameComponents(name)) == name)
        }
    }
}
