import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
import Foundation
import Synchronization
import Testing

@Suite("Exported share", .timeLimit(.minutes(30)))
struct ExportedShareTests {
    struct SaveError: Error, Equatable {}

    let share = CloudKitShare(recordName: "share-1", title: "Baking Recipes")
    let runs = SharedValue(0)

    @Test("The link of a share is absolute, also when it is set later")
    func link() throws {
        let base = try Samples.url("https://example.com/recipes/")
        let link = try #require(URL(string: "baking", relativeTo: base))
        var share = CloudKitShare(recordName: "share-1", url: link)
        #expect(share.url == link.absoluteURL)
        share.url = nil
        share.url = link
        #expect(share.url == link.absoluteURL)
    }

    @Test("A share that exists is returned without preparation")
    func existing() async throws {
        let exported = ExportedShare.existing(share, container: "iCloud.com.example")
        #expect(exported.allowedSharingOptions == .standard)
        #expect(try await exported.share() == share)
    }

    @Test("A share is prepared when it is first asked for")
    func preparation() async throws {
        let exported = ExportedShare.prepareShare(container: "iCloud.com.example") { [share, runs] in
            runs.value.withLock { $0 += 1 }
            return share
        }
        #expect(runs.value.withLock(\.self) == 0)
        #expect(try await exported.share() == share)
    }

    @Test("A share is prepared once for all tasks that ask")
    func once() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let exported = ExportedShare.prepareShare(container: "iCloud.com.example") { [share, runs] in
            runs.value.withLock { $0 += 1 }
            for await _ in gate {}
            return share
        }
        let copy = exported
        let tasks = (0..<100).map { index in Task { try await (index.isMultiple(of: 2) ? exported : copy).share() } }
        await eventually { runs.value.withLock(\.self) == 1 }
        opening.finish()
        for task in tasks { #expect(try await task.value == share) }
        #expect(runs.value.withLock(\.self) == 1)
    }

    @Test("Canceling the first task that asks for a share does not cancel the preparation")
    func canceledFirst() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let exported = ExportedShare.prepareShare(container: "iCloud.com.example") { [share, runs] in
            runs.value.withLock { $0 += 1 }
            for await _ in gate {}
            // Cancellation also ends the loop, without an error.
            try Task.checkCancellation()
            return share
        }
        let first = Task { try await exported.share() }
        await eventually { runs.value.withLock(\.self) == 1 }
        first.cancel()
        opening.finish()
        #expect(try await exported.share() == share)
    }

    @Test("After a failed preparation the next task that asks starts it again")
    func failure() async throws {
        let exported = ExportedShare.prepareShare(container: "iCloud.com.example") { [share, runs] in
            try runs.value.withLock {
                $0 += 1
                if $0 == 1 { throw SaveError() }
            }
            return share
        }
        await #expect(throws: SaveError()) { try await exported.share() }
        #expect(try await exported.share() == share)
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
    }

    @Test("The manage button can be hidden")
    mutating func hiddenManageButton() {
        drive.showsManageButton = false
        #expect(drive.manageButtonTitle == nil)
        drive.showsManageButton = true
        #expect(drive.manageButtonTitle == "Manage Share")
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
