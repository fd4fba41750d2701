import CollaborationCore
import CollaborationModels
import Synchronization

/// A handler that records its actions and calls a closure for each.
final class RecordingHandler: CollaborationActionHandler {
    // One lock for all three, so that a test that sees a name also finds the action.
    private struct Record {
        var names: [String] = []
        var starts: [StartCollaborationAction] = []
        var updates: [UpdateCollaborationParticipantsAction] = []
    }

    private let record = Mutex(Record())
    private let onStart: @Sendable (StartCollaborationAction) -> Void
    private let onUpdate: @Sendable (UpdateCollaborationParticipantsAction) async -> Void

    init(
        onStart: @escaping @Sendable (StartCollaborationAction) -> Void = { _ in },
        onUpdate: @escaping @Sendable (UpdateCollaborationParticipantsAction) async -> Void = { _ in }
    ) {
        self.onStart = onStart
        self.onUpdate = onUpdate
    }

    /// The names of the collaborations in the order in which their actions were delivered.
    var names: [String] { record.withLock(\.names) }

    var startActions: [StartCollaborationAction] { record.withLock(\.starts) }

    var updateActions: [UpdateCollaborationParticipantsAction] { record.withLock(\.updates) }

    func collaborationCoordinator(_ coordinator: CollaborationCoordinator, handle action: StartCollaborationAction) {
        record.withLock {
            $0.names.append(action.collaborationMetadata.localIdentifier.rawValue)
            $0.starts.append(action)
        }
        onStart(action)
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) async {
        record.withLock {
            $0.names.append(action.collaborationIdentifier.rawValue)
            $0.updates.append(action)
        }
        await onUpdate(action)
    }
}
