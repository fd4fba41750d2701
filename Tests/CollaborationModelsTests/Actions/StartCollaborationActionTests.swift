import CollaborationCore
import CollaborationModels
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Start action", .timeLimit(.minutes(1)))
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
    func fulfillment() async throws {
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
    }

    @Test(
        "A start action refuses a link that is not https or has no host",
        arguments: [
            ("http://example.com/baking", .linkIsNotHTTPS), ("example.com/baking", .linkIsNotHTTPS),
            ("httpsx://example.com/baking", .linkIsNotHTTPS), ("file:///baking", .linkIsNotHTTPS),
            ("https:", .linkHasNoHost), ("https:///baking", .linkHasNoHost),
            ("https://user@:443/baking", .linkHasNoHost),
        ] as [(String, ActionError)]
    ) func refusedLink(_ link: String, error: ActionError) throws {
        let url = try Samples.url(link)
        #expect(throws: error) { try action.fulfill(using: url, collaborationIdentifier: "doc-42") }
    }

    @Test(
        "A start action refuses an identifier that no message can carry",
        arguments: ["", String(repeating: "a", count: 1025), "a\u{FFFE}"]
    ) func refusedIdentifier(_ identifier: String) throws {
        #expect(throws: ActionError.invalidCollaborationIdentifier) {
            try action.fulfill(using: Samples.url(), collaborationIdentifier: .init(identifier))
        }
    }

    @Test("A start action that refused a link stays pending")
    func pendingAfterRefusal() throws {
        #expect(throws: ActionError.linkHasNoHost) {
            try action.fulfill(using: Samples.url("https:"), collaborationIdentifier: "doc-42")
        }
        #expect(action.state == .pending)
    }

    @Test(
        "A link with a user or a port is accepted if it has a host",
        arguments: ["https://user:x@example.com:443/", "HTTPS://example.com:443"]
    ) func userAndPort(_ link: String) throws {
        #expect(try action.fulfill(using: Samples.url(link), collaborationIdentifier: "doc-42"))
    }

    @Test(
        "Canceling a task that waits for the outcome of an action leaves the action as it is, also for others that wait",
        arguments: [0, 1000]
    )
    func cancellation(yields: Int) async throws {
        let canceled = Task { [action] in try await action.outcome() }
        let waiting = Task { [action] in try await action.outcome() }
        // The cancellation comes before the task waits, or after it has begun to.
        for _ in 0..<yields { await Task.yield() }
        canceled.cancel()
        await #expect(throws: ActionError.canceled) { try await canceled.value }
        #expect(action.state == .pending)
        try action.fulfill(using: Samples.url(), collaborationIdentifier: "doc-42")
        #expect(try await waiting.value.collaborationIdentifier == "doc-42")
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

@Suite("Messages from actions", .timeLimit(.minutes(1)))
struct ActionMessageTests {
    @Test("The start request of an action has its identifier as the key, and what the person selected")
    func selection() throws {
        var metadata = CollaborationMetadata(collaborationIdentifier: "doc-42")
        metadata.defaultShareOptions = try SampleOptions.make()
        metadata.userSelectedShareOptions = try SampleOptions.make().selecting(only: ["read"])
        let action = StartCollaborationAction(collaborationMetadata: metadata)
        let request = StartRequest(
            collaborationIdentifier: "doc-42",
            idempotencyKey: action.uuid,
            selectedOptions: ["read"]
        )
        #expect(StartRequest(action) == request)
    }

    @Test("The start request of an action without a selection has the default one")
    func defaults() throws {
        var metadata = CollaborationMetadata(localIdentifier: "recipes-7")
        metadata.defaultShareOptions = try SampleOptions.make()
        let request = StartRequest(StartCollaborationAction(collaborationMetadata: metadata))
        #expect(request.selectedOptions == ["edit"])
    }

    @Test("The participants update of an action has its identities")
    func participants() throws {
        let (added, removed) = (try Samples.identity(1), try Samples.identity(2))
        let action = try UpdateCollaborationParticipantsAction(
            collaborationMetadata: CollaborationMetadata(collaborationIdentifier: "doc-42"),
            addedIdentities: [added],
            removedIdentities: [removed]
        )
        #expect(
            ParticipantsUpdate(action) == ParticipantsUpdate(addedIdentities: [added], removedIdentities: [removed])
        )
    }
}

@Suite("Update action", .timeLimit(.minutes(1)))
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
    }

    @Test("The outcome of an update action is what the app reports first")
    func outcome() async throws {
        let (fulfilled, failed) = (try Samples.update(), try Samples.update())
        let outcome = Task { try await fulfilled.outcome() }
        #expect(fulfilled.fulfill() && !fulfilled.fail())
        try await outcome.value
        #expect(failed.fail() && !failed.fulfill())
        await #expect(throws: ActionError.failed) { try await failed.outcome() }
    }

    @Test(
        "An update action cannot be made from metadata without a collaboration identifier",
        arguments: [nil, ""] as [CollaborationIdentifier?]
    ) func withoutIdentifier(_ identifier: CollaborationIdentifier?) {
        let metadata =
            identifier.map { CollaborationMetadata(collaborationIdentifier: $0) }
            ?? CollaborationMetadata(localIdentifier: "local")
        #expect(throws: ActionError.invalidCollaborationIdentifier) {
            try UpdateCollaborationParticipantsAction(collaborationMetadata: metadata, addedIdentities: [])
        }
    }

    @Test("The identifier of an update action has at most the 1,024 bytes that a message may carry")
    func longIdentifier() {
        let name = String(repeating: "a", count: 1024)
        #expect(throws: Never.self) { try Samples.update(name) }
        #expect(throws: ActionError.invalidCollaborationIdentifier) { try Samples.update(name + "a") }
    }
}
