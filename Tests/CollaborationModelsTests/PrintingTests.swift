import CollaborationModels
import Foundation
import Testing

@Suite("Printing a value")
struct PrintingTests {
    /// A value of each public type that has something to say, and a word that must be in what it says.
    private static func values() async throws -> [(value: any Sendable, word: String)] {
        let url = try Samples.url()
        let metadata = CollaborationMetadata(localIdentifier: "recipes-7", title: "Baking Recipes")
        let start = StartCollaborationAction(collaborationMetadata: metadata)
        let fulfilled = Samples.start()
        try fulfilled.fulfill(using: url, collaborationIdentifier: "doc-42")
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
        let linkless = CloudKitShare(recordName: "share-2", title: nil, url: nil)
        let untitled = CollaborationHighlight(
            collaborationIdentifier: "doc-43",
            url: url,
            creationDate: Date(timeIntervalSince1970: 0)
        )
        let wide = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .readOnly,
            allowedParticipantAccessOptions: .anyoneWithLink,
            allowsParticipantsToInviteOthers: true,
            allowsAccessRequests: true
        )
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
            (AllowedSharingOptions.standard, "access"),
            (SharingParticipantAccessOption.any, "anyoneWithLink"),
            (SharingParticipantPermissionOption.any, "readOnly"), (PersonName(givenName: "Carol"), "Carol"),
            (person, "Carol"), (TypeIdentifier.url, "public.url"), (CollaborationCoordinator(), "no handler"),
            (SystemSharingUIObserver(container: "iCloud.com.example"), "iCloud.com.example"),
            (linkless, "not saved"), (untitled, "Untitled"), (wide, "access requests"),
            (wide, "invitations by participants"), (SharingParticipantAccessOption([]), "[]"),
            (SharingParticipantAccessOption.specifiedRecipientsOnly, "specifiedRecipientsOnly"),
            (SharingParticipantPermissionOption.readOnly, "readOnly"),
            (SharingParticipantPermissionOption.readWrite, "readWrite"),
            (TransferItem(), "no representations"),
            (TransferPreview(title: "Baking Recipes", iconData: Data(count: 7)), "7 bytes"),
            (try await fulfilled.outcome(), "example.com/baking"),
            (LocalCollaborationIdentifier(rawValue: "recipes-7"), "recipes-7"),
            (TransferPreview(title: "Baking Recipes", imageData: Data(count: 7)), "7 bytes"),
            (HighlightCenterError.invalidURL, "highlight"),
            (HighlightCenterError.accessDenied, "not allowed"),
            (ActionFailure.timedOut, "in time"),
            (ActionError.linkIsNotHTTPS, "https"), (CollaborationOptionsError.emptyGroup("x"), "x"),
        ]
    }

    @Test("says in one line what it is")
    func oneLine() async throws {
        for (value, word) in try await Self.values() {
            let line = "\(value)"
            #expect(line.contains(word), "\(type(of: value))")
            #expect(!line.contains("\n"), "\(type(of: value))")
        }
    }
}
