import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Collaboration metadata")
struct CollaborationMetadataTests {
    @Test("Metadata is configured as in Apple's article")
    func article() throws {
        let localIdentifier = LocalCollaborationIdentifier(rawValue: "identifier")
        var metadata = CollaborationMetadata(localIdentifier: localIdentifier)
        metadata.title = "Content Title"
        metadata.initiatorHandle = "user@example.com"
        metadata.initiatorNameComponents = PersonName(givenName: "Devin")
        metadata.defaultShareOptions = try SampleOptions.make()

        #expect(metadata.localIdentifier.rawValue == "identifier")
        #expect(metadata.collaborationIdentifier == nil)
        #expect(metadata.initiatorNameComponents?.givenName == "Devin")
        #expect(metadata.userSelectedShareOptions == nil)
    }

    @Test("Metadata made from a collaboration identifier has an empty local identifier")
    func collaborationIdentifier() {
        let metadata = CollaborationMetadata(collaborationIdentifier: "doc-42")
        #expect(metadata.collaborationIdentifier == "doc-42")
        #expect(metadata.localIdentifier.rawValue.isEmpty)
    }

    @Test("The description of metadata names the title and the identifiers that it has")
    func descriptions() {
        let local = CollaborationMetadata(localIdentifier: "7")
        #expect(local.description == "Untitled (local 7)")
        var shared = CollaborationMetadata(collaborationIdentifier: "a\nb", localIdentifier: "7")
        shared.title = "Baking"
        #expect(shared.description == #"Baking (local 7, collaboration a\nb)"#)
        #expect("\(CollaborationMetadata(collaborationIdentifier: "c"))" == "Untitled (collaboration c)")
    }

    @Test("Encoded metadata has everything but the initiator's handle and name")
    func coding() throws {
        var metadata = CollaborationMetadata(
            localIdentifier: "recipes-7",
            title: "Baking Recipes",
            defaultShareOptions: try SampleOptions.make(),
            initiatorHandle: "user@example.com",
            initiatorNameComponents: PersonName(givenName: "Devin")
        )
        metadata.userSelectedShareOptions = try SampleOptions.make().selecting(only: ["read"])

        let json = try encode(metadata)
        #expect(!json.contains("user@example.com"))
        #expect(!json.contains("Devin"))
        #expect(!json.contains("initiator"))

        var expected = metadata
        expected.initiatorHandle = nil
        expected.initiatorNameComponents = nil
        #expect(try decode(CollaborationMetadata.self, from: json) == expected)
    }

    @Test("Decoding metadata ignores an initiator's handle")
    func foreignHandle() throws {
        let metadata = try decode(
            CollaborationMetadata.self,
            from:
                #"{"localIdentifier": "recipes-7", "collaborationIdentifier": "doc-42", "initiatorHandle": "x"}"#
        )
        #expect(metadata.initiatorHandle == nil)
        #expect(metadata.collaborationIdentifier == "doc-42")
        #expect(try roundTrip(metadata) == metadata)
    }

    @Test("Decoding metadata throws when its share options break a rule")
    func brokenOptions() {
        let json = """
            {"localIdentifier": "recipes-7", "userSelectedShareOptions": {"optionsGroups": [{
                "title": "", "identifier": "empty", "footer": "", "style": "picker", "options": []}]}}
            """
        #expect(throws: CollaborationOptionsError.emptyGroup("empty")) {
            try decode(CollaborationMetadata.self, from: json)
        }
    }
}
