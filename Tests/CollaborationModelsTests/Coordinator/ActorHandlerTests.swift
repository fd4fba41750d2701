import CollaborationModels
import CollaborationTesting
import Foundation
import Testing

/// An app delegate: a class on the main actor, as in Apple's article.
@MainActor
private final class AppDelegate: CollaborationActionHandler {
    let url: URL
    private(set) var names: [String] = []

    init(url: URL) {
        self.url = url
    }

    nonisolated func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) {
        Task { @MainActor in
            names.append(action.collaborationMetadata.localIdentifier.rawValue)
            _ = try? action.fulfill(using: url, collaborationIdentifier: "doc-42")
        }
    }

    nonisolated func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        Task { @MainActor in
            names.append(action.collaborationIdentifier.rawValue)
            action.fulfill()
        }
    }
}

@Suite("A handler on the main actor", .timeLimit(.minutes(30)))
struct MainActorHandlerTests {
    @Test("carries out actions that come from another task")
    func otherTask() async throws {
        let url = try Samples.url()
        let coordinator = CollaborationCoordinator(clock: SimulatedClock())
        let app = await AppDelegate(url: url)
        coordinator.actionHandler = app
        let system = Task.detached {
            try await coordinator.startCollaboration(.init(localIdentifier: "recipes-7")) { _ in [] }
        }
        #expect(try await system.value.url == url)
        #expect(await app.names == ["recipes-7", "doc-42"])
    }
}
