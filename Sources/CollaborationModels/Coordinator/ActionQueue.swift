/// The actions that a coordinator holds: those that wait, in the order of their arrival, and those under way.
struct ActionQueue {
    weak var handler: (any CollaborationActionHandler)?

    private(set) var waiting: [QueuedAction] = []

    /// The action that each busy lane waits for.
    private(set) var underWay: [QueuedAction.Lane: QueuedAction] = [:]

    /// Whether an action is being handed over at this moment.
    private var isDelivering = false

    /// Adds an action at the end.
    ///
    /// One that is here already may be added again: it waits behind itself until it is complete. What is
    /// complete is not handed over; whoever waits for it removes it.
    mutating func add(_ action: QueuedAction) {
        waiting.append(action)
    }

    mutating func remove(_ action: QueuedAction) {
        if underWay[action.lane] == action {
            underWay[action.lane] = nil
        } else {
            waiting.removeAll { $0 == action }
        }
    }

    /// Takes out the first action whose lane is free and occupies the lane; nil when there is none or no
    /// handler.
    mutating func beginDelivery() -> (QueuedAction, any CollaborationActionHandler)? {
        guard !isDelivering, let handler else { return nil }
        guard let index = waiting.firstIndex(where: { underWay[$0.lane] == nil && !$0.isComplete }) else {
            return nil
        }
        let action = waiting.remove(at: index)
        underWay[action.lane] = action
        isDelivering = true
        return (action, handler)
    }

    mutating func endDelivery() {
        isDelivering = false
    }
}
