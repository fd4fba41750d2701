import CollaborationCore
import CollaborationModels
import Foundation
import SharedWithYouBridge
import Testing

@testable import SharedWithYou
@testable import SharedWithYouCore

@Suite("Highlight center over Apple's")
struct SystemHighlightCenterTests {
    private let samples = Samples()

    @Test("A highlight has the members of Apple's")
    func highlights() throws {
        #expect(CollaborationHighlight(samples.highlight.system) == samples.highlight)
        #expect(Highlight(samples.highlight.system) == samples.highlight.highlight)
        let link = SWHighlight(identifier: "highlight-2" as NSString, url: samples.url)
        #expect(Highlight(link) == Highlight(url: samples.url, identifier: "highlight-2"))
    }

    @Test("An identifier of Apple's that is a UUID becomes its text, and another object the text of the link")
    func highlightIdentifiers() throws {
        let uuid = UUID()
        let numbered = SWHighlight(identifier: NSNumber(value: 1), url: samples.url)
        let unique = SWHighlight(identifier: NSUUID(uuidString: uuid.uuidString)!, url: samples.url)
        #expect(Highlight(unique).identifier == uuid.uuidString)
        #expect(Highlight(numbered).identifier == samples.url.absoluteString)
    }

    @Test("A collaboration whose type the device does not know has the type of data")
    func unknownType() {
        let samples = Samples()
        let highlight = SWCollaborationHighlight(
            identifier: "highlight-1" as NSString,
            url: samples.url,
            collaborationIdentifier: "doc-42",
            title: nil,
            creationDate: samples.highlight.creationDate,
            contentType: nil
        )
        #expect(CollaborationHighlight(highlight).contentType == .data)
    }

    @Test("A collaboration is found by its link and by its identifier")
    func lookup() async throws {
        let center: any HighlightCenter = SystemHighlightCenter(DeviceCenter(samples.device))
        #expect(try await center.collaborationHighlight(for: samples.url) == samples.highlight)
        #expect(try await center.highlight(for: samples.url) == samples.highlight.highlight)
        #expect(try center.collaborationHighlight(forIdentifier: "doc-42") == samples.highlight)
    }

    @Test("An unknown link and an unknown identifier throw Apple's error")
    func unknown() async throws {
        let center = SystemHighlightCenter(DeviceCenter(Device()))
        await #expect(throws: HighlightCenterError.invalidURL) {
            try await center.collaborationHighlight(for: samples.url)
        }
        await #expect(throws: HighlightCenterError.invalidURL) { try await center.highlight(for: samples.url) }
        #expect(throws: HighlightCenterError.invalidURL) {
            try center.collaborationHighlight(forIdentifier: "doc-42")
        }
        await #expect(throws: HighlightCenterError.invalidURL) {
            try await center.signedIdentityProof(for: samples.highlight, using: Data())
        }
    }

    @Test("What the list has of a collaboration counts, not what Apple's lookup has kept")
    func listFirst() throws {
        let samples = Samples()
        let device = samples.device
        let center = SystemHighlightCenter(DeviceCenter(device))
        #expect(try center.collaborationHighlight(forIdentifier: "doc-42").title == "Baking Recipes")
        let renamed = CollaborationHighlight(
            collaborationIdentifier: "doc-42",
            url: samples.url,
            title: "Bread",
            creationDate: samples.highlight.creationDate
        )
        device.list([Highlight(url: samples.url), renamed.highlight])
        #expect(try center.collaborationHighlight(forIdentifier: "doc-42").title == "Bread")
    }

    @Test("A subscription has the current list, then each list after a change of Apple's")
    func updates() async throws {
        let device = Device()
        let center = SystemHighlightCenter(DeviceCenter(device))
        var updates = center.highlightUpdates.makeAsyncIterator()
        #expect(await updates.next() == [])

        let highlight = Highlight(url: samples.url, identifier: "highlight-2")
        device.list([highlight])
        center.highlightCenterHighlightsDidChange(SWHighlightCenter())

        #expect(await updates.next() == [highlight])
        #expect(center.highlights == [highlight])
    }

    @Test("The center becomes the delegate of Apple's, and its subscriptions end when it is released")
    func delegate() async throws {
        final class Center: SWHighlightCenter {
            nonisolated(unsafe) static var delegates = 0
            override weak var delegate: (any SWHighlightCenterDelegate)? {
                didSet { Self.delegates += delegate is SystemHighlightCenter ? 1 : 0 }
            }
        }
        var center: SystemHighlightCenter? = SystemHighlightCenter(Center())
        #expect(Center.delegates == 1)
        var updates = try #require(center?.highlightUpdates.makeAsyncIterator())
        #expect(await updates.next() == [])
        center = nil
        #expect(await updates.next() == nil)
    }

    @Test(
        "Every event is posted as Apple's event of the same kind, with the link of the collaboration",
        arguments: HighlightEventKind.samples
    ) func notices(kind: HighlightEventKind) async throws {
        let device = samples.device
        let center = SystemHighlightCenter(DeviceCenter(device))
        let highlight = try await center.collaborationHighlight(for: samples.url)
        center.postNotice(for: AnyEvent(highlightURL: highlight.url, kind: kind))
        #expect(device.posted == [Device.Posted(link: samples.url.absoluteString, kind: kind)])
    }

    @Test("A notice is posted for a highlight of the list, and not for a link that the device does not know")
    func listedNotices() throws {
        let device = Device()
        let center = SystemHighlightCenter(DeviceCenter(device))
        let event = HighlightChangeEvent(highlight: samples.highlight, trigger: .comment)
        center.postNotice(for: event)
        #expect(device.posted.isEmpty)

        device.list([Highlight(url: samples.url)])
        center.postNotice(for: event)
        #expect(device.posted.map(\.kind) == [.change(.comment)])
    }

    @Test("The title of the list and the support of collaboration are those that the system says")
    func systemProperties() {
        final class GermanCenterWithoutSupport: SWHighlightCenter {
            override class var highlightCollectionTitle: String { "Mit dir geteilt" }
            override class var isSystemCollaborationSupportAvailable: Bool { false }
        }
        let center = SystemHighlightCenter(GermanCenterWithoutSupport())
        #expect(center.highlightCollectionTitle == "Mit dir geteilt")
        #expect(!center.isSystemCollaborationSupportAvailable)
        #expect(SystemHighlightCenter().isSystemCollaborationSupportAvailable)
    }

    @Test("Whether collaboration is supported is told while Apple's center is in use")
    func inUse() {
        final class Center: SWHighlightCenter {
            nonisolated(unsafe) static var isSupported: () -> Bool? = { nil }
            nonisolated(unsafe) static var answer: Bool?
            override var highlights: [SWHighlight] {
                Self.answer = Self.isSupported()
                return []
            }
        }
        let center = SystemHighlightCenter(Center())
        Center.isSupported = { [weak center] in center?.isSystemCollaborationSupportAvailable }
        #expect(center.highlights.isEmpty)
        #expect(Center.answer == true)
    }

    @Test("Clearing the notices of a collaboration clears Apple's")
    func clearing() throws {
        let device = samples.device
        SystemHighlightCenter(DeviceCenter(device)).clearNotices(for: samples.highlight)
        #expect(device.cleared == ["doc-42"])
    }

    @Test("A proof of Apple's has the same members, and verifies over the bytes that the app passed")
    func proof() async throws {
        let center = SystemHighlightCenter(DeviceCenter(samples.device))
        let challenge = Data("challenge".utf8)
        let proof = try await center.signedIdentityProof(for: samples.highlight, using: challenge)
        #expect(try proof == samples.bob.devices[0].signedProof(signing: challenge, for: samples.invitation))
        #expect(try proof.verifiedIdentity(signing: challenge) == samples.invitation.identity)
    }

    @Test("An empty proof is not an error, a proof that breaks a rule is an internal one")
    func unusualProofs() async throws {
        let empty = SystemHighlightCenter(DeviceCenter(Device([samples.highlight])))
        #expect(try await empty.signedIdentityProof(for: samples.highlight, using: Data()).isEmpty)

        let proof = Device.Proof(publicKey: Data([4]), inclusionHashes: [Data([1])])
        #expect(throws: IdentityProofError.malformedInclusionHash) { try Person.SignedIdentityProof(proof.system) }
        let broken = SystemHighlightCenter(DeviceCenter(Device([samples.highlight]) { _ in proof }))
        await #expect(throws: HighlightCenterError.internalError) {
            try await broken.signedIdentityProof(for: samples.highlight, using: Data())
        }
    }

    @Test("The error of a device that cannot sign is Apple's")
    func signingFailure() async throws {
        let device = Device([samples.highlight]) { _ in throw SWHighlightCenter.error(.accessDenied) }
        let center = SystemHighlightCenter(DeviceCenter(device))
        await #expect(throws: HighlightCenterError.accessDenied) {
            try await center.signedIdentityProof(for: samples.highlight, using: Data())
        }
    }

    @Test("A person has the members that Apple's initializer takes")
    func person() throws {
        let person = try #require(
            SWPerson(
                Person(
                    handle: "bob@example.com",
                    identity: samples.invitation.identity,
                    displayName: "Bob",
                    thumbnailImageData: Data([1])
                )
            )
        )
        #expect(person.handle == "bob@example.com" && person.displayName == "Bob")
        #expect(person.identity?.rootHash == samples.invitation.identity.rootHash)
        #expect(person.thumbnailImageData == Data([1]))
    }
}

private struct AnyEvent: HighlightEvent {
    let highlightURL: URL
    let kind: HighlightEventKind
}

extension HighlightEventKind {
    /// Every trigger, and a mention of either kind.
    static var samples: [HighlightEventKind] {
        HighlightChangeEventTrigger.allCases.map { .change($0) }
            + HighlightMembershipEventTrigger.allCases.map { .membership($0) }
            + HighlightPersistenceEventTrigger.allCases.map { .persistence($0) }
            + [.mention(.cloudKitShareHandle("carol@example.com"))]
            + [try? Person.Identity(rootHash: Data(0..<32))].compactMap { $0.map { .mention(.identity($0)) } }
    }
}
