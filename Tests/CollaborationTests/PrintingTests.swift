import Collaboration
import Foundation
import Testing

@Suite("Printing a value")
struct PrintingTests {
    /// A value of each public type that has something to say, and a word that must be in what it says.
    private static func values() throws -> [(value: any Sendable, word: String)] {
        let url = try Samples.url()
        let metadata = CollaborationMetadata(localIdentifier: "recipes-7", title: "Baking Recipes")
        let start = StartCollaborationAction(collaborationMetadata: metadata)
        let update = try Samples.update("doc-42")
        let highlight = CollaborationHighlight(
            collaborationIdentifier: "doc-42",
            url: url,
            title: "Baking Recipes",
            creationDate: Date(timeIntervalSince1970: 0)
        )
        let mention = HighlightMentionEvent(
            highlight: highlight,
            mentionedPersonIdentity: try Samples.identity(7)
        )
        let share = CloudKitShare(recordName: "share-1", title: "Baking Recipes", url: url)
        let exported = ExportedShare.existing(share, container: "iCloud.com.example")
        let person = Person(
            handle: "carol@example.com",
            identity: try Samples.identity(7),
            displayName: "Carol",
            thumbnailImageData: Data(count: 1_000)
        )
        return [
            (metadata, "Baking Recipes"), (start, "pending"), (update, "doc-42"), (highlight, "doc-42"),
            (highlight.highlight, "example.com"), (mention, "0707"), (mention.mentionedPerson, "0707"),
            (try #require(Notice(of: mention, in: highlight, by: "Carol")), "Carol"), (share, "share-1"),
            (exported, "iCloud.com.example"), (CollaborationObject.cloudKit(exported), "CloudKit"),
            (CollaborationViewModel(collaborationObject: .custom(metadata)), "no manage button"),
            (metadata.transferItem, "collaboration"), (try SampleOptions.make(), "Can make changes*"),
            (SampleOptions.permission(), "Read only"), (SampleOptions.option("mentions"), "mentions"),
            (AllowedSharingOptions.standard, "access"), (PersonName(givenName: "Carol"), "Carol"),
            (person, "Carol"), (TypeIdentifier.url, "public.url"), (CollaborationCoordinator(), "no handler"),
            (SystemSharingUIObserver(container: "iCloud.com.example"), "iCloud.com.example"),
            (HighlightCenterError.invalidURL, "highlight"), (ActionFailure.timedOut, "in time"),
            (ActionError.linkIsNotHTTPS, "https"), (CollaborationOptionsError.emptyGroup("x"), "x"),
        ]
    }

    @Test("says in one line what it is")
    func oneLine() throws {
        for (value, word) in try Self.values() {
            let line = "\(value)"
            #expect(line.contains(word), "\(type(of: value))")
            #expect(!line.contains("\n"), "\(type(of: value))")
        }
    }
}
