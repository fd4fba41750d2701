import CollaborationModels
import Foundation
import Testing

@Suite("A start action")
struct StartCollaborationActionTests {
    let action = StartCollaborationAction(
        collaborationMetadata: CollaborationMetadata(localIdentifier: "recipes-7", title: "Baking Recipes")
    )

    @Test("is pending until it is completed")
    func pending() {
        #expect(action.state == .pending)
        #expect(!action.isComplete)
        #expect(action.collaborationMetadata.collaborationIdentifier == nil)
        #expect(action.uuid != Samples.start().uuid)
        #expect(action.id == action.uuid)
    }

    @Test("carries the identifier in its metadata once it is fulfilled")
    func fulfilment() async throws {
        let url = try Samples.url()
        #expect(try action.fulfill(using: url, collaborationIdentifier: "doc-42"))
        #expect(action.state == .fulfilled)
        #expect(action.isComplete)
        #expect(action.collaborationMetadata.collaborationIdentifier == "doc-42")
        #expect(action.collaborationMetadata.title == "Baking Recipes")

        let started = try await action.outcome()
        #expect(started.url == url)
        #expect(started.collaborationIdentifier == "doc-42")
        #expect(started.collaborationMetadata == action.collaborationMetadata)
        #expect("\(action)" == "Start Baking Recipes (local recipes-7, collaboration doc-42): fulfilled")
    }

    @Test("reports its failure to whoever waits")
    func failure() async {
        #expect(action.fail())
        #expect(action.state == .failed)
        await #expect(throws: ActionFailure.failed) { try await action.outcome() }
    }

    @Test("keeps its first completion and tells later ones that they came too late")
    func firstWins() async throws {
        let url = try Samples.url()
        #expect(try action.fulfill(using: url, collaborationIdentifier: "first"))
        #expect(try !action.fulfill(using: url, collaborationIdentifier: "second"))
        #expect(!action.fail())
        #expect(try await action.outcome().collaborationIdentifier == "first")
        #expect(action.state == .fulfilled)
    }

    @Test("stays failed when it is fulfilled afterwards")
    func failureWins() throws {
        #expect(action.fail())
        #expect(try !action.fulfill(using: Samples.url(), collaborationIdentifier: "doc-42"))
        #expect(action.state == .failed)
        #expect(action.collaborationMetadata.collaborationIdentifier == nil)
    }

    /// A link and an identifier that cannot be accepted, and why.
    struct Mistake: CustomTestStringConvertible, Sendable {
        var link: String
        var identifier: CollaborationIdentifier = "doc-42"
        var error: ActionError
        var testDescription: String { "\(link) for '\(identifier.rawValue)'" }
    }

    @Test(
        "refuses what is not an https link with a host, or an empty identifier, and stays pending",
        arguments: [
            Mistake(link: "http://example.com/baking", error: .linkIsNotHTTPS),
            Mistake(link: "example.com/baking", error: .linkIsNotHTTPS),
            Mistake(link: "recipes://example.com/baking", error: .linkIsNotHTTPS),
            Mistake(link: "file:///baking", error: .linkIsNotHTTPS),
            Mistake(link: "https:", error: .linkHasNoHost),
            Mistake(link: "https:///baking", error: .linkHasNoHost),
            Mistake(link: "https://example.com", identifier: "", error: .missingCollaborationIdentifier),
        ]
    )
    func refusal(_ mistake: Mistake) throws {
        let url = try Samples.url(mistake.link)
        #expect(throws: mistake.error) {
            try action.fulfill(using: url, collaborationIdentifier: mistake.identifier)
        }
        #expect(action.state == .pending)
        #expect(
            try action.fulfill(using: Samples.url("HTTPS://example.com"), collaborationIdentifier: "doc-42")
        )
    }

    @Test("fails when the task that waits for it is cancelled")
    func cancellation() async {
        let waiting = Task { [action] in try await action.outcome() }
        waiting.cancel()
        await #expect(throws: ActionFailure.cancelled) { try await waiting.value }
        #expect(action.state == .failed)
    }
}

@Suite("An update action")
struct UpdateCollaborationParticipantsActionTests {
    @Test("carries the identifier that the start action was fulfilled with, and who is added and removed")
    func identifier() async throws {
        let start = Samples.start()
        try start.fulfill(using: Samples.url(), collaborationIdentifier: "doc-42")
        let update = UpdateCollaborationParticipantsAction(
            collaboration: try await start.outcome(),
            addedIdentities: [try Samples.identity(1), try Samples.identity(2)],
            removedIdentities: [try Samples.identity(3)]
        )
        #expect(update.collaborationIdentifier == "doc-42")
        #expect(update.collaborationMetadata.collaborationIdentifier == "doc-42")
        #expect(update.addedIdentities == [try Samples.identity(1), try Samples.identity(2)])
        #expect(update.removedIdentities == [try Samples.identity(3)])
        #expect(
            "\(update)" == "Update Untitled (local local, collaboration doc-42), 2 added, 1 removed: pending"
        )
    }

    @Test(
        "is refused for metadata without an identifier",
        arguments: [nil, ""] as [CollaborationIdentifier?]
    )
    func withoutIdentifier(_ identifier: CollaborationIdentifier?) {
        let metadata =
            identifier.map { CollaborationMetadata(collaborationIdentifier: $0) }
            ?? CollaborationMetadata(localIdentifier: "local")
        #expect(throws: ActionError.missingCollaborationIdentifier) {
            try UpdateCollaborationParticipantsAction(collaborationMetadata: metadata, addedIdentities: [])
        }
    }

    @Test("keeps its first completion and tells later ones that they came too late")
    func firstWins() async throws {
        let update = try Samples.update()
        #expect(update.fulfill())
        #expect(!update.fulfill())
        #expect(!update.fail())
        #expect(update.state == .fulfilled)
        try await update.outcome()
    }

    @Test("reports its failure to whoever waits")
    func failure() async throws {
        let update = try Samples.update()
        #expect(update.fail())
        #expect(!update.fulfill())
        await #expect(throws: ActionFailure.failed) { try await update.outcome() }
    }
}
