import CollaborationCore
import CollaborationModels
import CollaborationTesting
import Foundation
import Testing

@Suite("Starting a collaboration", .timeLimit(.minutes(30)))
struct StartingACollaborationTests {
    let coordinator = CollaborationCoordinator(clock: SimulatedClock())
    let metadata = CollaborationMetadata(localIdentifier: "recipes-7", title: "Baking Recipes")
    let url: URL

    init() throws { url = try Samples.url() }

    /// A handler that fulfills start actions, unless another answer is given.
    private func handler(
        onStart: (@Sendable (StartCollaborationAction) -> Void)? = nil,
        onUpdate: @escaping @Sendable (UpdateCollaborationParticipantsAction) -> Void = { $0.fulfill() }
    ) -> RecordingHandler {
        let fulfill: @Sendable (StartCollaborationAction) -> Void = { [url] action in
            _ = try? action.fulfill(using: url, collaborationIdentifier: "doc-42")
        }
        let handler = RecordingHandler(onStart: onStart ?? fulfill, onUpdate: onUpdate)
        coordinator.actionHandler = handler
        return handler
    }

    @Test("Starting a collaboration performs a start action, then an update with the recipients' identities")
    func wholeWay() async throws {
        let handler = handler()
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
        let handler = handler(onStart: { $0.fail() })
        await #expect(throws: ActionError.failed) {
            try await coordinator.startCollaboration(metadata) { _ in
                Issue.record("identities were derived for a collaboration that was not started")
                return []
            }
        }
        #expect(handler.updateActions.isEmpty)
    }

    @Test("Starting a collaboration throws when the update action fails")
    func failedUpdate() async throws {
        let handler = handler(onUpdate: { $0.fail() })
        await #expect(throws: ActionError.failed) { try await coordinator.startCollaboration(metadata) { _ in [] } }
        #expect(handler.updateActions.count == 1)
    }

    @Test("No update action follows when the identities cannot be derived")
    func noIdentities() async throws {
        let handler = handler()
        await #expect(throws: CancellationError.self) {
            try await coordinator.startCollaboration(metadata) { _ in throw CancellationError() }
        }
        #expect(handler.updateActions.isEmpty)
    }
}
