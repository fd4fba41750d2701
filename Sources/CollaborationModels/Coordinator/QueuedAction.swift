/// An action of either kind on its way to the handler.
enum QueuedAction: Sendable {
    case start(StartCollaborationAction)
    case update(UpdateCollaborationParticipantsAction)

    /// Actions of one lane are handed over one after the other.
    enum Lane: Hashable {
        case local(LocalCollaborationIdentifier)
        case shared(CollaborationIdentifier)
    }

    var isComplete: Bool {
        switch self {
        case .start(let action): action.isComplete
        case .update(let action): action.isComplete
        }
    }

    var lane: Lane {
        switch self {
        case .start(let action):
            // Not the identifier that the action is fulfilled with: an action never changes its lane.
            if let identifier = action.requestedMetadata.collaborationIdentifier {
                .shared(identifier)
            } else {
                .local(action.requestedMetadata.localIdentifier)
            }
        case .update(let action): .shared(action.collaborationIdentifier)
        }
    }

    func deliver(to handler: any CollaborationActionHandler, from coordinator: CollaborationCoordinator) {
        switch self {
        case .start(let action): handler.collaborationCoordinator(coordinator, handle: action)
        case .update(let action): handler.collaborationCoordinator(coordinator, handle: action)
        }
    }
}

extension QueuedAction: Equatable {
    /// Whether both are the same object: whoever makes an action may give it the `uuid` of another.
    static func == (lhs: QueuedAction, rhs: QueuedAction) -> Bool {
        switch (lhs, rhs) {
        case (.start(let lhs), .start(let rhs)): lhs === rhs
        case (.update(let lhs), .update(let rhs)): lhs === rhs
        case (.start, .update), (.update, .start): false
        }
    }
}
