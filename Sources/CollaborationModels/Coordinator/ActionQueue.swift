import CollaborationCore

/// The actions that a coordinator holds, in the order of their arrival: those that wait for the handler, and those
/// that the handler has.
///
/// Actions of one collaboration are delivered one after the other. Among those that can be delivered, the one
/// that arrived first goes first. A person presses Send for a few at a time, so the queue is searched from its start.
struct ActionQueue {
    weak var handler: (any CollaborationActionHandler)?

    private struct Entry {
        var number: Int
        var action: QueuedAction
        var isUnderWay = false
    }

    private var entries: [Entry] = []
    private var nextNumber = 0

    /// The number of the action for which the handler's method runs; the next delivery waits for it.
    private var delivering: Int?

    var waitingCount: Int { entries.count { !$0.isUnderWay } }

    var underWayCount: Int { entries.count(where: \.isUnderWay) }

    /// Adds an action at the end.
    ///
    /// An action may be added again: the repeated one waits until the first one completes, and is not
    /// delivered then.
    ///
    /// - Returns: The number under which the action is removed.
    mutating func add(_ action: QueuedAction) -> Int {
        nextNumber += 1
        entries.append(Entry(number: nextNumber, action: action))
        return nextNumber
    }

    /// Removes an action that is complete, so that the next one of its collaboration can follow.
    mutating func remove(_ number: Int) {
        endDelivery(of: number)
        entries.removeAll { $0.number == number }
    }

    /// An action that the handler is to be called with.
    struct Delivery {
        var number: Int
        var action: QueuedAction
        var handler: any CollaborationActionHandler
    }

    /// Starts the next delivery, or returns nil when one is going on, no action is ready or there is no
    /// handler.
    mutating func beginDelivery() -> Delivery? {
        guard delivering == nil, let handler else { return nil }
        var passed: Set<QueuedAction.Collaboration> = []
        for (index, entry) in entries.enumerated() where !entry.action.isComplete {
            guard passed.insert(entry.action.collaboration).inserted, !entry.isUnderWay else { continue }
            entries[index].isUnderWay = true
            delivering = entry.number
            return Delivery(number: entry.number, action: entry.action, handler: handler)
        }
        return nil
    }

    /// Ends a delivery, unless a later one has begun.
    mutating func endDelivery(of number: Int) {
        if delivering == number { delivering = nil }
    }
}

/// An action of either kind.
enum QueuedAction: Sendable {
    case start(StartCollaborationAction)
    case update(UpdateCollaborationParticipantsAction)

    /// What identifies the collaboration of an action.
    enum Collaboration: Hashable {
        case local(LocalCollaborationIdentifier)
        case shared(CollaborationIdentifier)
    }

    var isComplete: Bool {
        switch self {
        case .start(let action): action.isComplete
        case .update(let action): action.isComplete
        }
    }

    var collaboration: Collaboration {
        switch self {
        case .start(let action):
            // Fulfilling the action adds an identifier. The queue skips complete actions, and searches again when it removes one.
            if let identifier = action.collaborationMetadata.collaborationIdentifier {
                .shared(identifier)
            } else {
                .local(action.collaborationMetadata.localIdentifier)
            }
        case .update(let action): .shared(action.collaborationIdentifier)
        }
    }

    func deliver(
        to handler: any CollaborationActionHandler,
        from coordinator: CollaborationCoordinator
    ) async {
        switch self {
        case .start(let action): await handler.collaborationCoordinator(coordinator, handle: action)
        case .update(let action): await handler.collaborationCoordinator(coordinator, handle: action)
        }
    }
}
