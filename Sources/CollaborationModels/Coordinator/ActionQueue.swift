import CollaborationProofs

/// The actions that a coordinator holds: those that wait for the handler, and those that the handler has.
///
/// Actions of one collaboration are delivered one after the other. Among those that can be delivered, the one
/// that arrived first goes first. Every operation takes amortized logarithmic time in the number of actions.
struct ActionQueue {
    weak var handler: (any CollaborationActionHandler)?

    /// The actions that the handler does not have, by their number in the order of arrival.
    private var waiting: [Int: QueuedAction] = [:]

    /// The actions that the handler has and that are not removed yet.
    private var underWay: [Int: QueuedAction] = [:]

    /// The actions of one collaboration.
    private struct Line {
        /// The number of the one action that is under way or ready.
        var first: Int

        /// The numbers of the actions that wait for the first.
        ///
        /// Some of them may have been removed.
        var others = MinHeap<Int>()
    }

    private var lines: [QueuedAction.Collaboration: Line] = [:]

    /// The numbers of the actions that can be delivered.
    ///
    /// Some of them may have been removed.
    private var ready = MinHeap<Int>()

    private var nextNumber = 0

    /// The action for which the handler's method runs.
    ///
    /// The next delivery waits for it.
    private var delivering: Int?

    var waitingCount: Int { waiting.count }

    var underWayCount: Int { underWay.count }

    /// Adds an action at the end.
    ///
    /// An action may be added again: the repeated one waits until the first one completes, and is not
    /// delivered then.
    ///
    /// - Returns: The number under which the action is removed.
    mutating func add(_ action: QueuedAction) -> Int {
        let number = nextNumber
        nextNumber += 1
        waiting[number] = action
        if lines[action.collaboration] == nil {
            lines[action.collaboration] = Line(first: number)
            ready.insert(number)
        } else {
            lines[action.collaboration]?.others.insert(number)
        }
        return number
    }

    /// Removes an action that is complete, so that the next one of its collaboration can follow.
    mutating func remove(_ number: Int) {
        endDelivery(of: number)
        if let action = waiting.removeValue(forKey: number) ?? underWay.removeValue(forKey: number) {
            advance(action.collaboration, past: number)
        }
        // Without a handler nothing else would shrink the heap.
        while let first = ready.min, waiting[first] == nil { _ = ready.popMin() }
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
        while let number = ready.popMin() {
            guard let action = waiting.removeValue(forKey: number) else { continue }
            if action.isComplete {
                advance(action.collaboration, past: number)
                continue
            }
            underWay[number] = action
            delivering = number
            return Delivery(number: number, action: action, handler: handler)
        }
        return nil
    }

    /// Ends a delivery, unless a later one has begun.
    mutating func endDelivery(of number: Int) {
        if delivering == number { delivering = nil }
    }

    /// Makes the next action of a collaboration ready if it waited for the action with this number.
    private mutating func advance(_ collaboration: QueuedAction.Collaboration, past number: Int) {
        guard lines[collaboration]?.first == number else { return }
        while let next = lines[collaboration]?.others.popMin() {
            guard waiting[next] != nil else { continue }
            lines[collaboration]?.first = next
            ready.insert(next)
            return
        }
        lines[collaboration] = nil
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
            // Do not use the identifier that the action is fulfilled with: the queue needs one that never changes.
            if let identifier = action.requestedMetadata.collaborationIdentifier {
                .shared(identifier)
            } else {
                .local(action.requestedMetadata.localIdentifier)
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
