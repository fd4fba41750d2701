import CollaborationCore
import CollaborationModels
import Foundation
import RecipeApp
import SharedWithYouBridge
import Testing

@testable import CloudKit
@testable import LinkPresentation
@testable import SharedWithYou
@testable import SharedWithYouCore
@testable import UniformTypeIdentifiers

@Suite("Transfer, views and CloudKit shares")
struct TransferTests {
    private let samples = Samples()

    private let recipe = Recipe(identifier: "recipes-7", title: "Baking Recipes", text: "Flour")

    @Test("An item provider has the representations of the item in their order, with their visibility")
    func representations() async throws {
        var item = recipe.transferItem(of: try recipe.draft(sharedBy: "alice"))
        item.registerLink(try #require(URL(string: "https://recipes.example/doc-42")), visibility: .ownProcess)
        let provider = NSItemProvider(item)
        #expect(
            provider.registeredTypeIdentifiers == [
                SWCollaborationMetadataTypeIdentifier, "public.utf8-plain-text", "public.url",
            ]
        )
        #expect(provider.registered.map(\.visibility) == [.all, .all, .ownProcess])
        #expect(provider.suggestedName == "Baking Recipes")
        #expect(try await data(of: provider, as: "public.utf8-plain-text") == Data("Flour".utf8))
    }

    @Test("A file of iCloud Drive is registered as its URL")
    func file() throws {
        let url = URL(filePath: "/iCloud/recipes.txt")
        let provider = NSItemProvider(TransferItem(.iCloudDrive(url)))
        guard case .object(let object as NSURL)? = provider.registered.first?.2 else {
            Issue.record("no URL is registered")
            return
        }
        #expect(object.absoluteString == url.absoluteString)
        #expect(provider.registeredTypeIdentifiers.first == "public.file-url")
    }

    @Test("Metadata that was dropped is read back with its share options")
    func reading() async throws {
        let draft = try recipe.draft(sharedBy: "alice")
        let provider = NSItemProvider(recipe.transferItem(of: draft))
        #expect(try await provider.collaborationMetadata() == draft)
        #expect(try await NSItemProvider(recipe.transferItem(of: nil)).collaborationMetadata() == nil)
    }

    @Test("An error while data is made reaches the receiver")
    func failingData() async throws {
        var item = TransferItem()
        item.registerCopy { throw CocoaError(.fileNoSuchFile) }
        let provider = NSItemProvider(item)
        await #expect(throws: CocoaError.self) { try await data(of: provider, as: "public.data") }
    }

    @Test("A preview becomes link metadata, whose pictures are PNG or JPEG")
    func preview() async throws {
        let jpeg = Data([0xFF, 0xD8, 1])
        let preview = TransferPreview(title: "Baking Recipes", imageData: Data([0x89]), iconData: jpeg)
        let metadata = LPLinkMetadata(preview)
        #expect(metadata.imageProvider?.registeredTypeIdentifiers == ["public.png"])
        #expect(try await data(of: try #require(metadata.iconProvider), as: "public.jpeg") == jpeg)
        #expect(metadata.title == "Baking Recipes")
    }

    @Test("A CloudKit share that is to be prepared is registered with its options and prepared on demand")
    func cloudKitShare() async throws {
        let options = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .readOnly,
            allowedParticipantAccessOptions: .specifiedRecipientsOnly,
            allowsAccessRequests: true
        )
        var item = TransferItem()
        item.registerCKShare(container: "iCloud.example", allowedSharingOptions: options) {
            CloudKitShare(recordName: "share-7")
        }
        let provider = NSItemProvider(item) { CKShare(recordID: CKRecord.ID(recordName: $0.recordName)) }
        guard case .other(let registered)? = provider.registered.first?.2 else {
            Issue.record("no share is registered")
            return
        }
        let share = try #require(registered as? RegisteredShare)
        #expect(share.container.containerIdentifier == "iCloud.example")
        #expect(AllowedSharingOptions(share.options) == options)
        #expect(try await share.share().recordID.recordName == "share-7")
    }

    @Test("What a person does in the system's interface is reported as events of the package's observer")
    func sharingObserver() async throws {
        let (system, observer) = (
            CKSystemSharingUIObserver(container: CKContainer(identifier: "iCloud.example")),
            SystemSharingUIObserver(container: "iCloud.example")
        )
        var events = observer.events.makeAsyncIterator()
        system.report(to: observer)
        let share = CKShare(recordID: CKRecord.ID(recordName: "share-7"))
        share[CKShare.SystemFieldKey.title] = "Baking Recipes"
        share.url = URL(string: "https://www.icloud.com/share/7")
        system.systemSharingUIDidSaveShareBlock?(CKRecord.ID(recordName: "recipe-7"), .success(share))
        system.systemSharingUIDidStopSharingBlock?(CKRecord.ID(recordName: "recipe-7"), .success(()))
        guard case .didSaveShare("recipe-7", .success(let saved))? = await events.next() else {
            Issue.record("the share was not reported")
            return
        }
        #expect(saved == CloudKitShare(recordName: "share-7", title: "Baking Recipes", url: share.url))
        guard case .didStopSharing("recipe-7", .success)? = await events.next() else {
            Issue.record("the end of sharing was not reported")
            return
        }
    }

    @Test("The collaboration view shows a state")
    @MainActor
    func collaborationView() throws {
        let item = recipe.transferItem(of: try recipe.draft(sharedBy: "alice"))
        let object = try #require(item.collaborationObject)
        var state = CollaborationViewModel(collaborationObject: object)
        state.activeParticipantCount = 3
        state.headerSubtitle = "3 bakers"
        state.showsManageButton = false
        let view = SWCollaborationView(itemProvider: NSItemProvider(item))
        view.headerTitle = "Baking Recipes"
        view.show(state)
        #expect(view.activeParticipantCount == 3 && !view.showsManageButton)
        #expect(view.headerTitle == "Baking Recipes" && view.headerSubtitle == "3 bakers")
    }

    @Test("The alert for a removed participant names the person and Apple's highlight")
    @MainActor
    func removedParticipant() throws {
        let center = DeviceCenter(samples.device)
        let alert = RemoveParticipantAlert(
            participant: Person(handle: "bob@example.com", identity: nil, displayName: "Bob", thumbnailImageData: nil),
            highlight: samples.highlight
        )
        let controller = try #require(try SWRemoveParticipantAlertController.make(alert, center: center))
        #expect(controller.participant.displayName == "Bob")
        #expect(controller.highlight.collaborationIdentifier == "doc-42")
        #expect(throws: (any Error).self) {
            try SWRemoveParticipantAlertController.make(alert, center: SWHighlightCenter())
        }
    }

    private func data(of provider: NSItemProvider, as type: String) async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            provider.loadDataRepresentation(forTypeIdentifier: type) { data, error in
                continuation.resume(with: error.map { .failure($0) } ?? .success(data))
            }
        }
    }
}
