import CollaborationModels
import CollaborationCore
import Foundation
import Testing

@Suite("Start action")
struct StartCollaborationActionTests {
    let action = StartCollaborationAction(
        collaborationMetadata: CollaborationMetadata(localIdentifier: "recipes-7", title: "Baking Recipes")
    )

    @Test("A new start action is pending")
    func pending() {
        #expect(action.state == .pending)
        #expect(!action.isComplete)
        #expect(action.collaborationMetadata.collaborationIdentifier == nil)
        #expect(action.uuid != Samples.start().uuid)
    }

    @Test("The metadata of a fulfilled start action has the collaboration identifier")
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

    @Test("Completing a start action again returns false and changes nothing")
    func firstWins() async throws {
        let url = try Samples.url()
        #expect(try action.fulfill(using: url, collaborationIdentifier: "first"))
        #expect(try !action.fulfill(using: url, collaborationIdentifier: "second"))
        #expect(!action.fail())
        #expect(try await action.outcome().collaborationIdentifier == "first")
        #expect(action.state == .fulfilled)
    }

    @Test("A failed start action throws to the task that waits for it, and fulfilling it changes nothing")
    func failureWins() async throws {
        #expect(action.fail())
        await #expect(throws: ActionError.failed) { try await action.outcome() }
        #expect(try !action.fulfill(using: Samples.url(), collaborationIdentifier: "doc-42"))
        #expect(action.state == .failed)
        #expect(action.collaborationMetadata.collaborationIdentifier == nil)
    }

    @Test(
        "A start action refuses an empty or too long identifier and a link that is not https or has no host, and stays pending",
        arguments: [
            (
                "https://example.com/baking", String(repeating: "a", count: 1025),
                .invalidCollaborationIdentifier(.tooLong)
            ),
            ("https://example.com", "", .invalidCollaborationIdentifier(.empty)),
            ("http://example.com/baking", "doc-42", .linkIsNotHTTPS),
            ("example.com/baking", "doc-42", .linkIsNotHTTPS),
            ("recipes://example.com/baking", "doc-42", .linkIsNotHTTPS),
            ("httpsx://example.com/baking", "doc-42", .linkIsNotHTTPS),
            ("https-local://example.com/baking", "doc-42", .linkIsNotHTTPS),
            ("xhttps://example.com/baking", "doc-42", .linkIsNotHTTPS),
            ("//example.com/baking", "doc-42", .linkIsNotHTTPS),
            ("file:///baking", "doc-42", .linkIsNotHTTPS),
            ("https:", "doc-42", .linkHasNoHost),
            ("https:///baking", "doc-42", .linkHasNoHost),
            ("https://:443/baking", "doc-42", .linkHasNoHost),
            ("https://user@/baking", "doc-42", .linkHasNoHost),
            ("https://user@:443/baking", "doc-42", .linkHasNoHost),
        ] as [(String, String, ActionError)]
    )
    func refusal(link: String, identifier: String, error: ActionError) throws {
        let url = try Samples.url(link)
        #expect(throws: error) { try action.fulfill(using: url, collaborationIdentifier: .init(identifier)) }
        #expect(action.state == .pending)
        #expect(
            try action.fulfill(using: Samples.url("HTTPS://example.com"), collaborationIdentifier: "doc-42")
        )
    }

    @Test(
        "A link with a user or a port is accepted if it has a host",
        arguments: [
            "https://user@example.com/baking", "https://user:x@example.com:443/", "https://example.com:443",
        ]
    )
    func userAndPort(_ link: String) throws {
        #expect(try action.fulfill(using: Samples.url(link), collaborationIdentifier: "doc-42"))
    }

    @Test("Cancelling the task that waits for a start action fails the action")
    func cancellation() async {
        let waiting = Task { [action] in try await action.outcome() }
        waiting.cancel()
        await #expect(throws: ActionError.cancelled) { try await waiting.value }
        #expect(action.state == .failed)
    }

    @Test("A relative link that fulfills a start action is stored as an absolute link")
    func relativeLink() async throws {
        let base = try Samples.url("https://example.com/recipes/")
        let relative = try #require(URL(string: "baking", relativeTo: base))
        let absolute = try Samples.url("https://example.com/recipes/baking")
        try #require(relative != absolute)

        try action.fulfill(using: relative, collaborationIdentifier: "doc-42")
        let started = try await action.outcome()
        #expect(started.url == absolute)
        let highlight = CollaborationHighlight(started, creationDate: Date(timeIntervalSince1970: 0))
        #expect(highlight.url == absolute)
        #expect(highlight.identifier == absolute.absoluteString)
    }

    @Test("The scheme and host of a relative link come from its base")
    func relativeToWrongBase() throws {
        let base = try Samples.url("http://example.com")
        let relative = try #require(URL(string: "/baking", relativeTo: base))
        #expect(throws: ActionError.linkIsNotHTTPS) {
            try action.fulfill(using: relative, collaborationIdentifier: "doc-42")
        }
    }
}

@Suite("Update action")
struct UpdateCollaborationParticipantsActionTests {
    @Test("An update action has the identifier of the fulfilled start action and the identities")
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
        "An update action cannot be made from metadata without a collaboration identifier",
        arguments: [nil, ""] as [CollaborationIdentifier?]
    )
    func withoutIdentifier(_ identifier: CollaborationIdentifier?) {
        let metadata =
            identifier.map { CollaborationMetadata(collaborationIdentifier: $0) }
            ?? CollaborationMetadata(localIdentifier: "local")
        #expect(throws: ActionError.invalidCollaborationIdentifier(.empty)) {
            try UpdateCollaborationParticipantsAction(collaborationMetadata: metadata, addedIdentities: [])
        }
    }

    @Test("The identifier of an update action has at most the 1,024 bytes that a message may carry")
    func longIdentifier() {
        let name = String(repeating: "a", count: 1024)
        #expect(throws: Never.self) { try Samples.update(name) }
        let error = ActionError.invalidCollaborationIdentifier(.tooLong)
        #expect(throws: error) { try Samples.update(name + "a") }
    }

    @Test("Completing an update action again returns false and changes nothing")
    func firstWins() async throws {
        let update = try Samples.update()
        #expect(update.fulfill())
        #expect(!update.fulfill())
        #expect(!update.fail())
        #expect(update.state == .fulfilled)
        try await update.outcome()
    }

    @Test("A failed update action throws to the task that waits for it")
    func failure() async throws {
        let update = try Samples.update()
        #expect(update.fail())
        #expect(!update.fulfill())
        await #expect(throws: ActionError.failed) { try await update.outcome() }
    }
}
