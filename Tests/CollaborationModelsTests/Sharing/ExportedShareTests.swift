import CollaborationModels
import CollaborationTestSupport
import Foundation
import Testing

@Suite("A CloudKit share for transfer")
struct ExportedShareTests {
    struct SaveError: Error, Equatable {}

    let share = CloudKitShare(
        recordName: "share-1",
        title: "Baking Recipes",
        url: URL(string: "https://example.com")
    )

    @Test("that exists is given at once")
    func existing() async throws {
        let exported = ExportedShare.existing(share, container: "iCloud.com.example")
        #expect(exported.existingShare == share)
        #expect(exported.container == "iCloud.com.example")
        #expect(exported.allowedSharingOptions == .standard)
        #expect(try await exported.share() == share)
    }

    @Test("that is prepared does not exist before someone asks")
    func preparation() async throws {
        let exported = ExportedShare.prepareShare(container: "iCloud.com.example") { [share] in share }
        #expect(exported.existingShare == nil)
        #expect("\(exported)" == "Share to be prepared in iCloud.com.example")
        #expect(try await exported.share() == share)
        #expect(exported.existingShare == share)
    }

    @Test("is prepared once, however many ask")
    func once() async throws {
        let runs = Locked(0)
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let exported = ExportedShare.prepareShare(container: "iCloud.com.example") { [share] in
            runs.withLock { $0 += 1 }
            for await _ in gate {}
            // Cancellation ends the loop as well, without an error.
            try Task.checkCancellation()
            return share
        }
        let copy = exported
        let first = Task { try await exported.share() }
        await eventually { runs.withLock(\.self) == 1 }
        first.cancel()
        let others = (1..<100).map { index in
            Task { try await (index.isMultiple(of: 2) ? exported : copy).share() }
        }
        opening.finish()
        for task in [first] + others { #expect(try await task.value == share) }
        #expect(try await exported.share() == share)
        #expect(runs.withLock(\.self) == 1)
    }

    @Test("tells why it could not be prepared, and can be asked again")
    func failure() async throws {
        let runs = Locked(0)
        let exported = ExportedShare.prepareShare(container: "iCloud.com.example") { [share] in
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            if run == 1 { throw SaveError() }
            return share
        }
        await #expect(throws: SaveError()) { try await exported.share() }
        #expect(exported.existingShare == nil)
        #expect(try await exported.share() == share)
    }
}

@Suite("A collaboration object")
struct CollaborationObjectTests {
    @Test("offers the options of its infrastructure")
    func options() throws {
        var metadata = CollaborationMetadata(localIdentifier: "7", title: "Baking Recipes")
        #expect(CollaborationObject.custom(metadata).optionsGroups.isEmpty)
        metadata.defaultShareOptions = try SampleOptions.make()
        #expect(
            CollaborationObject.custom(metadata).optionsGroups.map(\.identifier) == [
                "permission", "settings",
            ]
        )

        let readOnly = AllowedSharingOptions(
            allowedParticipantPermissionOptions: .readOnly,
            allowedParticipantAccessOptions: .any
        )
        let share = ExportedShare.existing(
            CloudKitShare(recordName: "share-1"),
            container: "iCloud.com.example",
            allowedSharingOptions: readOnly
        )
        #expect(CollaborationObject.cloudKit(share).optionsGroups == readOnly.optionsGroups)

        let file = CollaborationObject.iCloudDrive(URL(fileURLWithPath: "/Documents/Baking.pages"))
        #expect(file.optionsGroups == AllowedSharingOptions.standard.optionsGroups)
        #expect("\(file)" == "iCloud Drive: Baking.pages")
    }
}

@Suite("The model of a collaboration's button")
struct CollaborationViewModelTests {
    var drive = CollaborationViewModel(
        collaborationObject: .iCloudDrive(URL(fileURLWithPath: "/Documents/Baking.pages"))
    )

    @Test("counts active participants, never below zero")
    mutating func count() {
        #expect(drive.activeParticipantCount == 0)
        drive.activeParticipantCount = 3
        #expect(drive.activeParticipantCount == 3)
        drive.activeParticipantCount = -1
        #expect(drive.activeParticipantCount == 0)
    }

    @Test("has a manage button that is called Manage Share unless an app says otherwise")
    mutating func title() {
        #expect(drive.manageButtonTitle == "Manage Share")
        drive.manageButtonTitle = "Custom Manage Button"
        #expect(drive.manageButtonTitle == "Custom Manage Button")
        drive.manageButtonTitle = nil
        #expect(drive.manageButtonTitle == "Manage Share")
        #expect("\(drive)" == "iCloud Drive: Baking.pages, 0 active, Manage Share")
    }

    @Test("has no manage button for a custom collaboration")
    func custom() {
        let metadata = CollaborationMetadata(localIdentifier: "7", title: "Baking Recipes")
        var model = CollaborationViewModel(collaborationObject: .custom(metadata))
        #expect(model.manageButtonTitle == nil)
        model.manageButtonTitle = "Custom Manage Button"
        #expect(model.manageButtonTitle == nil)
    }
}
