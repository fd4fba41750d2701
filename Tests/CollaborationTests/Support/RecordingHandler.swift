import Collaboration

/// A handler that keeps what it is handed and answers as a test tells it.
final class RecordingHandler: CollaborationActionHandler {
    private let record = Locked<[String]>([])
    private let starts = Locked<[StartCollaborationAction]>([])
    private let updates = Locked<[UpdateCollaborationParticipantsAction]>([])
    private let onStart: @Sendable (StartCollaborationAction) -> Void
    private let onUpdate: @Sendable (UpdateCollaborationParticipantsAction) -> Void

    init(
        onStart: @escaping @Sendable (StartCollaborationAction) -> Void = { _ in },
        onUpdate: @escaping @Sendable (UpdateCollaborationParticipantsAction) -> Void = { _ in }
    ) {
        self.onStart = onStart
        self.onUpdate = onUpdate
    }

    /// The names of the collaborations in the order in which their actions came.
    var names: [String] { record.withLock(\.self) }

    var startActions: [StartCollaborationAction] { starts.withLock(\.self) }

    var updateActions: [UpdateCollaborationParticipantsAction] { updates.withLock(\.self) }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) {
        record.withLock { $0.append(action.collaborationMetadata.localIdentifier.rawValue) }
        starts.withLock { $0.append(action) }
        onStart(action)
    }

    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        record.withLock { $0.append(action.collaborationIdentifier.rawValue) }
        updates.withLock { $0.append(action) }
        onUpdate(action)
    }
}
