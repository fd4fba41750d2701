import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
import Foundation
import Synchronization
import Testing

@Suite("Transfer items", .timeLimit(.minutes(1)))
struct TransferItemTests {
    struct ExportError: Error, Equatable {}

    let metadata = CollaborationMetadata(
        localIdentifier: "recipes-7",
        title: "Baking Recipes",
        initiatorHandle: "user@example.com"
    )

    /// The metadata as a receiver gets it.
    private func received(_ item: TransferItem) async throws -> CollaborationMetadata {
        let data = try await #require(item.representations.first).data()
        return try JSONDecoder().decode(CollaborationMetadata.self, from: data)
    }

    @Test("A custom collaboration is registered as in Apple's article")
    func article() async throws {
        var item = TransferItem()
        item.registerObject(metadata, visibility: .all)
        let received = try await self.received(item)
        #expect(received.title == "Baking Recipes")
        #expect(received.initiatorHandle == nil, "the account stays on the device")
        guard case .custom(let own) = item.collaborationObject else {
            Issue.record("the share sheet finds no collaboration")
            return
        }
        #expect(own.initiatorHandle == "user@example.com")
    }

    @Test("A CloudKit share, existing or to be prepared, is registered as in Apple's talk")
    func talk() async throws {
        let share = CloudKitShare(recordName: "share-1", title: "Baking Recipes")
        var starting = TransferItem()
        starting.registerCKShare(container: "iCloud.com.example", allowedSharingOptions: .standard) { share }
        var inviting = TransferItem()
        inviting.registerCKShare(share, container: "iCloud.com.example", allowedSharingOptions: .standard)

        for item in [starting, inviting] {
            let representation = try #require(item.representations.first { $0.typeIdentifier == .cloudKitShare })
            let json = String(decoding: try await representation.data(), as: UTF8.self)
            #expect(try decode(CloudKitShare.self, from: json) == share)
        }
    }

    @Test("The error of a share that could not be prepared reaches the receiver")
    func failingPreparation() async throws {
        var item = TransferItem()
        item.registerCKShare(container: "iCloud.com.example") { throw ExportError() }
        let representation = try #require(item.representations.first)
        await #expect(throws: ExportError()) { try await representation.data() }
    }

    @Test("A collaboration in iCloud Drive is represented by the file's URL")
    func drive() async throws {
        let item = TransferItem(.iCloudDrive(URL(fileURLWithPath: "/Documents/Baking.pages")))
        let representation = try #require(item.representations.first)
        #expect(representation.typeIdentifier == "public.file-url")
        #expect(try await representation.data() == Data("file:///Documents/Baking.pages".utf8))
    }

    private func everything() throws -> TransferItem {
        var item = TransferItem(.custom(metadata), preview: TransferPreview(title: "Baking Recipes"))
        item.registerCopy(as: "com.adobe.pdf") { Data("PDF".utf8) }
        item.registerCopy(as: .utf8PlainText) { Data("Flour, water, salt".utf8) }
        item.registerLink(try Samples.url())
        return item
    }

    @Test("A representation is offered only to receivers within its visibility", arguments: TransferVisibility.allCases)
    func visibility(_ receiver: TransferVisibility) async throws {
        var item = TransferItem()
        for visibility in TransferVisibility.allCases {
            item.registerCopy(as: TypeIdentifier("\(visibility)"), visibility: visibility) { Data() }
        }
        item.registerObject(metadata, visibility: .group)
        #expect(
            item.representations(visibleTo: receiver).filter { $0.role == .copy }.map(\.typeIdentifier.rawValue)
                == TransferVisibility.allCases.prefix { $0.rawValue <= receiver.rawValue }.map { "\($0)" }
        )
        let isOffered = item.representations(visibleTo: receiver).contains { $0.role == .collaboration }
        #expect(isOffered == [.group, .ownProcess].contains(receiver))
    }

    @Test("Visibility has Apple's raw values")
    func rawValues() {
        #expect(TransferVisibility.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(TransferVisibility.allCases == [.all, .team, .group, .ownProcess])
    }

    @Test("The data of a representation is made on each request")
    func onDemand() async throws {
        let runs = Mutex(0)
        var item = TransferItem()
        item.registerCopy {
            try runs.withLock {
                $0 += 1
                if $0 == 2 { throw ExportError() }
            }
            return Data("copy".utf8)
        }
        item.registerLink(try Samples.url())
        #expect(runs.withLock(\.self) == 0)
        let link = try #require(item.representations.last)
        #expect(try await link.data() == Data(Samples.url().absoluteString.utf8))
        let copy = try #require(item.representations.first)
        #expect(copy.typeIdentifier == .data)
        #expect(try await copy.data() == Data("copy".utf8))
        await #expect(throws: ExportError()) { try await copy.data() }
        #expect(copy.typeIdentifier == .data)
        #expect(try await copy.data() == Data("copy".utf8))
    }

    @Test("Registering a second collaboration replaces the first one in place")
    func replacement() throws {
        var item = try everything()
        item.register(.iCloudDrive(URL(fileURLWithPath: "/Documents/Baking.pages")))
        #expect(item.representations.filter { $0.role == .collaboration }.map(\.typeIdentifier) == ["public.file-url"])
        #expect(item.representations.first?.role == .collaboration)
    }

    @Test("A preview has a title, an image and an icon")
    func preview() throws {
        let preview = TransferPreview(title: "Shared Item", imageData: Data(count: 3), iconData: Data(count: 2))
        #expect(try roundTrip(preview) == preview)
        #expect(TransferItem().preview == nil)
        #expect(TransferItem(preview: preview).preview == preview)
    }

    /// The model object of the article's SwiftUI sample, which calls an initializer with five arguments.
    struct CustomCollaboration: TransferItemConvertible {
        var name: String

        var transferItem: TransferItem {
            CollaborationMetadata(
                localIdentifier: .init(rawValue: "com.example.customcollaboration"),
                title: name,
                defaultShareOptions: nil,
                initiatorHandle: "johnappleseed@apple.com",
                initiatorNameComponents: nil
            ).transferItem
        }
    }

    @Test("An app's own type can be converted to a transfer item")
    func convertible() async throws {
        let item = CustomCollaboration(name: "Example").transferItem
        #expect(try await received(item).title == "Example")
        #expect(item.preview?.title == "Example")
    }

    @Test("A representation with the role of a collaboration and a collaboration object stand side by side")
    func representationOfCollaboration() {
        let metadata = CollaborationMetadata(localIdentifier: "recipes-7")
        var item = TransferItem()
        item.register(TransferRepresentation(typeIdentifier: .data, role: .collaboration) { Data() })
        #expect(item.collaborationObject == nil)
        item.register(.custom(metadata))
        #expect(item.representations.map(\.typeIdentifier) == [.data, .collaborationMetadata])
        item.register(.iCloudDrive(URL(fileURLWithPath: "/recipes")))
        #expect(item.representations.map(\.typeIdentifier) == [.data, "public.file-url"])
    }
}
