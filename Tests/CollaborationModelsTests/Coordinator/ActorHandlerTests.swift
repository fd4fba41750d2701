import CollaborationCore
import CollaborationModels
import CollaborationTesting
import Foundation
import Testing

/// An app delegate as in Apple's article: a class of the main actor with plain methods.
@MainActor
private final class AppDelegate: CollaborationActionHandler {
    let url: URL
    private(set) var names: [String] = []

    init(url: URL) { self.url = url }

    func collaborationCoordinator(_ coordinator: CollaborationCoordinator, handle action: StartCollaborationAction) {
        MainActor.assertIsolated()
        names.append(action.collaborationMetadata.localIdentifier.rawValue)
        _ = try? action.fulfill(using: url, collaborationIdentifier: "doc-42")
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        MainActor.assertIsolated()
        names.append(action.collaborationIdentifier.rawValue)
        action.fulfill()
    }
}

/// A handler that is an actor, with one method that waits and one that does not.
private actor ActorHandler: CollaborationActionHandler {
    let url: URL
    private(set) var names: [String] = []

    init(url: URL) { self.url = url }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) async {
        await Task.yield()
        names.append(action.collaborationMetadata.localIdentifier.rawValue)
        _ = try? action.fulfill(using: url, collaborationIdentifier: "doc-42")
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        names.append(action.collaborationIdentifier.rawValue)
        action.fulfill()
    }
}

@Suite("Handler on an actor", .timeLimit(.minutes(30)))
struct ActorHandlerTests {
    private static func start(with handler: any CollaborationActionHandler) async throws -> URL {
        let coordinator = CollaborationCoordinator(clock: SimulatedClock())
        coordinator.actionHandler = handler
        let system = Task.detached { () -> StartedCollaboration in
            let metadata = CollaborationMetadata(localIdentifier: "recipes-7")
            let started = try await coordinator.perform(StartCollaborationAction(collaborationMetadata: metadata))
            try await coordinator.perform(
                UpdateCollaborationParticipantsAction(collaboration: started, addedIdentities: [])
            )
            return started
        }
        return try await system.value.url
    }

    @Test("Plain methods of a handler on the main actor run on the main actor")
    func mainActor() async throws {
        let url = try Samples.url()
        let app = await AppDelegate(url: url)
        #expect(try await Self.start(with: app) == url)
        #expect(await app.names == ["recipes-7", "doc-42"])
    }

    @Test("An actor can be a handler")
    func actor() async throws {
        let url = try Samples.url()
        let app = ActorHandler(url: url)
        #expect(try await Self.start(with: app) == url)
        #expect(await app.names == ["recipes-7", "doc-42"])
    }
}
