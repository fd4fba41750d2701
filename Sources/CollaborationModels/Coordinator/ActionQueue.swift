import CollaborationCore

/// The actions that a coordinator holds, in the order of their arrival: those that wait for the handler, and those
/// that the handler has.
///
/// Of one collaboration, an action that starts or only adds is delivered when those before it are complete. An update with
/// removals is delivered at once: updates have the same effect in any order, and whoever is removed must not keep access
/// until another action is complete. Among those that can be delivered, the one that arrived first goes first.
struct ActionQueue {
    weak var handler: (any CollaborationActionHandler)?

    private var waiting: [QueuedAction] = []
    private var underWay: [QueuedAction] = []

    /// The action for which the handler's method runs.
    private var delivering: QueuedAction?

    var waitingCount: Int { waiting.count }

    var underWayCount: Int { underWay.count }

    /// Adds an action at the end, unless the queue has it.
    mutating func add(_ action: QueuedAction) {
        guard !(waiting + underWay).contains(where: { $0.action === action.action }) else { return }
        waiting.append(action)
    }

    /// Removes the actions that are complete, so that the next ones of their collaborations can follow.
    mutating func removeComplete() {
        waiting.removeAll(where: \.isComplete)
        underWay.removeAll(where: \.isComplete)
    }

    /// Starts the next delivery, or returns nil when one is going on, no action is ready or there is no handler.
    mutating func beginDelivery() -> (action: QueuedAction, handler: any CollaborationActionHandler)? {
        removeComplete()
        guard let handler, delivering?.isComplete ?? true else { return nil }
        var blocked = Set(underWay.map(\.collaboration))
        guard
            let next = waiting.firstIndex(where: {
                blocked.insert($0.collaboration).inserted || $0.hasRemovals
            })
        else { return nil }
        let action = waiting.remove(at: next)
        underWay.append(action)
        delivering = action
        return (action, handler)
    }

    /// Ends a delivery, unless a later one has begun.
    mutating func endDelivery(of action: QueuedAction) {
        if delivering?.action === action.action { delivering = nil }
    }
}

enum QueuedAction: Sendable {
    case start(StartCollaborationAction)
    case update(UpdateCollaborationParticipantsAction)

    /// What identifies the collaboration of an action.
    enum Collaboration: Hashable {
        case local(LocalCollaborationIdentifier)
        case shared(CollaborationIdentifier)
    }

    var action: any Action {
        switch self {
        case .start(let action): action
        case .update(let action): action
        }
    }

    var isComplete: Bool { action.isComplete }

    var hasRemovals: Bool {
        guard case .update(let action) = self else { return false }
        return !action.removedIdentities.isEmpty
    }

    /// The collaboration, as the queue knows it until the action is complete: fulfilling it adds an identifier.
    var collaboration: Collaboration {
        switch self {
        case .start(let action):
            action.requestedMetadata.collaborationIdentifier.map { .shared($0) }
                ?? .local(action.requestedMetadata.localIdentifier)
        case .update(let action): .shared(action.collaborationIdentifier)
        }
    }

    func deliver(to handler: any CollaborationActionHandler, from coordinator: CollaborationCoordinator) async {
        switch self {
        case .start(let action): await handler.collaborationCoordinator(coordinator, handle: action)
        case .update(let action): await handler.collaborationCoordinator(coordinator, handle: action)
        }
    }
}
