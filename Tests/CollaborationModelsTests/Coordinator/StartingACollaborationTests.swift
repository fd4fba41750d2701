import CollaborationModels
import CollaborationProofs
import CollaborationTesting
import Foundation
import Testing

@Suite("Starting a collaboration", .timeLimit(.minutes(30)))
struct StartingACollaborationTests {
    let coordinator = CollaborationCoordinator(clock: SimulatedClock())
    let metadata = CollaborationMetadata(localIdentifier: "recipes-7", title: "Baking Recipes")

    @Test(
        "Starting a collaboration performs a start action, then an update with the recipients' identities"
    )
    func wholeWay() async throws {
        let url = try Samples.url()
        let handler = RecordingHandler(
            onStart: { _ = try? $0.fulfill(using: url, collaborationIdentifier: "doc-42") },
            onUpdate: { $0.fulfill() }
        )
        coordinator.actionHandler = handler
        let identities = [try Samples.identity(1), try Samples.identity(2)]

        let started = try await coordinator.startCollaboration(metadata) { identifier in
            #expect(identifier == "doc-42")
            return identities
        }

        #expect(started.url == url)
        #expect(handler.names == ["recipes-7", "doc-42"])
        let update = try #require(handler.updateActions.first)
        #expect(update.addedIdentities == identities)
        #expect(update.removedIdentities.isEmpty)
        #expect(update.collaborationMetadata == started.collaborationMetadata)
        #expect(update.collaborationMetadata.title == "Baking Recipes")
    }

    @Test("No update action follows a failed start action")
    func failedStart() async throws {
        let handler = RecordingHandler(onStart: { $0.fail() }, onUpdate: { $0.fulfill() })
        coordinator.actionHandler = handler
        await #expect(throws: ActionFailure.failed) {
            try await coordinator.startCollaboration(metadata) { _ in
                Issue.record("identities were derived for a collaboration that was not started")
                return []
            }
        }
        #expect(handler.updateActions.isEmpty)
    }

    @Test("Starting a collaboration throws when the update action fails")
    func failedUpdate() async throws {
        let url = try Samples.url()
        let handler = RecordingHandler(
            onStart: { _ = try? $0.fulfill(using: url, collaborationIdentifier: "doc-42") },
            onUpdate: { $0.fail() }
        )
        coordinator.actionHandler = handler
        await #expect(throws: ActionFailure.failed) {
            try await coordinator.startCollaboration(metadata) { _ in [] }
        }
    }

    @Test("No update action follows when the identities cannot be derived")
    func noIdentities() async throws {
        let url = try Samples.url()
        let handler = RecordingHandler(
            onStart: { _ = try? $0.fulfill(using: url, collaborationIdentifier: "doc-42") }
        )
        coordinator.actionHandler = handler
        await #expect(throws: CancellationError.self) {
            try await coordinator.startCollaboration(metadata) { _ in throw CancellationError() }
        }
        #expect(handler.updateActions.isEmpty)
    }
}

/// The app of Apple's article, with a server that a test provides.
private final class ArticleApp: CollaborationActionHandler {
    /// The answer of the article's server to a request to prepare a collaboration.
    struct Response {
        var url: URL
        var deviceIndependentIdentifier: CollaborationIdentifier
    }

    struct ServerError: Error {}

    let prepare: @Sendable (_ localID: String, CollaborationShareOptions?) async throws -> Response
    let participants = Locked<[CollaborationIdentifier: Set<Data>]>([:])

    init(prepare: @escaping @Sendable (String, CollaborationShareOptions?) async throws -> Response) {
        self.prepare = prepare
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) {
        let localID = action.collaborationMetadata.localIdentifier.rawValue
        let selectedOptions = action.collaborationMetadata.userSelectedShareOptions
        Task {
            do {
                let response = try await prepare(localID, selectedOptions)
                let identifier = response.deviceIndependentIdentifier
                try action.fulfill(using: response.url, collaborationIdentifier: identifier)
            } catch {
                action.fail()
            }
        }
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        let identifier = action.collaborationIdentifier
        let added = action.addedIdentities.map { $0.rootHash }
        let removed = action.removedIdentities.map { $0.rootHash }
        Task {
            participants.withLock { $0[identifier, default: []].formUnion(added) }
            participants.withLock { $0[identifier, default: []].subtract(removed) }
            action.fulfill()
        }
    }
}

@Suite("Action handler of Apple's article", .timeLimit(.minutes(30)))
struct ArticleActionHandlerTests {
    let coordinator = CollaborationCoordinator(clock: SimulatedClock())

    @Test(
        "The article's handler sets up a collaboration with the selected options, adds participants and removes them"
    )
    func article() async throws {
        let url = try Samples.url()
        let app = ArticleApp { localID, options in
            #expect(localID == "identifier")
            #expect(options?.summary == "Read only")
            return ArticleApp.Response(url: url, deviceIndependentIdentifier: "doc-42")
        }
        coordinator.actionHandler = app

        var metadata = CollaborationMetadata(
            localIdentifier: LocalCollaborationIdentifier(rawValue: "identifier")
        )
        metadata.defaultShareOptions = try SampleOptions.make()
        metadata.userSelectedShareOptions = metadata.defaultShareOptions
        try metadata.userSelectedShareOptions?.select("read")

        let charlie = try Samples.identity(3)
        let carol = try Samples.identity(4)
        let started = try await coordinator.startCollaboration(metadata) { _ in [carol] }
        #expect(started.url == url)
        #expect(app.participants.withLock(\.self) == ["doc-42": [carol.rootHash]])

        try await coordinator.perform(
            UpdateCollaborationParticipantsAction(
                collaboration: started,
                addedIdentities: [charlie],
                removedIdentities: [carol]
            )
        )
        #expect(app.participants.withLock(\.self) == ["doc-42": [charlie.rootHash]])
    }

    @Test(
        "The article's handler fails the action when the server fails or answers with a link that is not https"
    )
    func serverTrouble() async throws {
        let broken = ArticleApp { _, _ in throw ArticleApp.ServerError() }
        let wrong = ArticleApp { _, _ in
            ArticleApp.Response(
                url: try Samples.url("http://example.com"),
                deviceIndependentIdentifier: "doc-42"
            )
        }
        for app in [broken, wrong] {
            coordinator.actionHandler = app
            await #expect(throws: ActionFailure.failed) { try await coordinator.perform(Samples.start()) }
        }
    }
}
