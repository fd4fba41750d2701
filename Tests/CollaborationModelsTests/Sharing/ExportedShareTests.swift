import CollaborationModels
import CollaborationCore
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Exported share", .timeLimit(.minutes(30)))
struct ExportedShareTests {
    struct SaveError: Error, Equatable {}

    let share = CloudKitShare(
        recordName: "share-1",
        title: "Baking Recipes",
        url: URL(string: "https://example.com")
    )

    @Test("A share that exists is returned without preparation")
    func existing() async throws {
        let exported = ExportedShare.existing(share, container: "iCloud.com.example")
        #expect(exported.existingShare == share)
        #expect(exported.container == "iCloud.com.example")
        #expect(exported.allowedSharingOptions == .standard)
        #expect(try await exported.share() == share)
    }

    @Test("A share is prepared when it is first asked for")
    func preparation() async throws {
        let exported = ExportedShare.prepareShare(container: "iCloud.com.example") { [share] in share }
        #expect(exported.existingShare == nil)
        #expect("\(exported)" == "Share to be prepared in iCloud.com.example")
        #expect(try await exported.share() == share)
        #expect(exported.existingShare == share)
    }

    @Test("A share is prepared once for all tasks that ask, even when the first one is cancelled")
    func once() async throws {
        let runs = Locked(0)
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let exported = ExportedShare.prepareShare(container: "iCloud.com.example") { [share] in
            runs.withLock { $0 += 1 }
            for await _ in gate {}
            // Cancellation also ends the loop, without an error.
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
        await #expect(throws: CancellationError.self) { try await first.value }
        opening.finish()
        for task in others { #expect(try await task.value == share) }
        #expect(try await exported.share() == share)
        #expect(runs.withLock(\.self) == 1)
    }

    @Test("After a failed preparation the next task that asks starts it again")
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

    @Test("A cancelled task that waits for a share returns before the share is prepared")
    func cancelledWait() async throws {
        let runs = Locked(0)
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let exported = ExportedShare.prepareShare(container: "iCloud.com.example") { [share] in
            runs.withLock { $0 += 1 }
            for await _ in gate {}
            return share
        }
        let tasks = (0..<10).map { _ in Task { try await exported.share() } }
        await eventually { runs.withLock(\.self) == 1 }
        for task in tasks {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(exported.existingShare == nil)

        // The preparation goes on although nobody waits for it.
        opening.finish()
        await eventually { exported.existingShare != nil }
        #expect(exported.existingShare == share)
        #expect(runs.withLock(\.self) == 1)
    }

    @Test("A cancelled task does not start the preparation of a share")
    func cancelledBefore() async throws {
        let runs = Locked(0)
        let exported = ExportedShare.prepareShare(container: "iCloud.com.example") { [share] in
            runs.withLock { $0 += 1 }
            return share
        }
        let task = Task {
            await eventually { Task.isCancelled }
            return try await exported.share()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(runs.withLock(\.self) == 0)
        #expect(try await exported.share() == share)
    }
}

@Suite("Collaboration object")
struct CollaborationObjectTests {
    @Test("A file in iCloud Drive prints with its name")
    func file() {
        let file = CollaborationObject.iCloudDrive(URL(fileURLWithPath: "/Documents/Baking.pages"))
        #expect("\(file)" == "iCloud Drive: Baking.pages")
    }
}

@Suite("Collaboration view model")
struct CollaborationViewModelTests {
    var drive = CollaborationViewModel(
        collaborationObject: .iCloudDrive(URL(fileURLWithPath: "/Documents/Baking.pages"))
    )

    @Test("A negative number of active participants counts as zero")
    mutating func count() {
        #expect(drive.activeParticipantCount == 0)
        drive.activeParticipantCount = 3
        #expect(drive.activeParticipantCount == 3)
        drive.activeParticipantCount = -1
        #expect(drive.activeParticipantCount == 0)
    }

    @Test("The manage button has Apple's title by default")
    mutating func title() {
        #expect(drive.manageButtonTitle == "Manage Share")
        drive.manageButtonTitle = "Custom Manage Button"
        #expect(drive.manageButtonTitle == "Custom Manage Button")
        drive.manageButtonTitle = nil
        #expect(drive.manageButtonTitle == "Manage Share")
        #expect("\(drive)" == "iCloud Drive: Baking.pages, 0 active, Manage Share")
    }

    @Test("The manage button can be hidden")
    mutating func hiddenManageButton() {
        drive.showsManageButton = false
        #expect(drive.manageButtonTitle == nil)
        drive.showsManageButton = true
        #expect(drive.manageButtonTitle == "Manage Share")
    }

    @Test("A view model shows the count of participants by default, and has no requests and no header")
    mutating func defaults() {
        #expect(drive.showsParticipantCount)
        #expect(drive.showsManageButton)
        #expect(drive.headerTitle == nil)
        #expect(drive.headerSubtitle == nil)
        #expect(drive.headerImageData == nil)
        drive.pendingAccessRequestsCount = 2
        #expect(drive.pendingAccessRequestsCount == 2)
        drive.pendingAccessRequestsCount = -1
        #expect(drive.pendingAccessRequestsCount == 0)
    }

    @Test("A custom collaboration has no manage button")
    func custom() {
        let metadata = CollaborationMetadata(localIdentifier: "7", title: "Baking Recipes")
        var model = CollaborationViewModel(collaborationObject: .custom(metadata))
        #expect(model.manageButtonTitle == nil)
        model.manageButtonTitle = "Custom Manage Button"
        #expect(model.manageButtonTitle == nil)
    }
}
