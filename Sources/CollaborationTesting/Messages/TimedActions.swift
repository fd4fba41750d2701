import CollaborationCore
import CollaborationModels

/// The actions that Messages brings to a sender's app for one message or one change, under one time limit.
///
/// The limit begins with the first action and is not extended by later ones. An answer after it is dropped.
struct TimedActions: Sendable {
    private let coordinator: CollaborationCoordinator
    private let clock: SimulatedClock
    private let deadline: ContinuousClock.Instant

    init(coordinator: CollaborationCoordinator, clock: SimulatedClock) {
        self.coordinator = coordinator
        self.clock = clock
        deadline = clock.now.advanced(by: coordinator.timeout)
    }

    /// Asks the app for the link.
    func start(_ metadata: CollaborationMetadata) async throws(ActionFailure) -> StartedCollaboration {
        let action = StartCollaborationAction(collaborationMetadata: metadata)
        return try await beforeDeadline { [coordinator] () async throws(ActionFailure) in
            try await coordinator.perform(action)
        }
    }

    /// Tells the app who was added and removed; does nothing when nobody was.
    func update(
        _ collaboration: StartedCollaboration,
        added: [Person.Identity],
        removed: [Person.Identity]
    ) async throws(ActionFailure) {
        guard !added.isEmpty || !removed.isEmpty else { return }
        let action = UpdateCollaborationParticipantsAction(
            collaboration: collaboration,
            addedIdentities: added,
            removedIdentities: removed
        )
        try await beforeDeadline { [coordinator] () async throws(ActionFailure) in
            try await coordinator.perform(action)
        }
    }

    private func beforeDeadline<Value: Sendable>(
        _ perform: @escaping @Sendable () async throws(ActionFailure) -> Value
    ) async throws(ActionFailure) -> Value {
        if coordinator.actionHandler == nil, clock.now < deadline {
            // Nobody will answer, and nobody may be there to move the clock.
            clock.advance(by: clock.now.duration(to: deadline))
        }
        guard clock.now < deadline else { throw .timedOut }
        let result = await withTaskGroup(of: Result<Value, ActionFailure>.self) { group in
            group.addTask {
                do throws(ActionFailure) { return .success(try await perform()) } catch {
                    return .failure(error)
                }
            }
            group.addTask { [clock, deadline] in
                do {
                    try await clock.sleep(until: deadline, tolerance: nil)
                    return .failure(.timedOut)
                } catch {
                    return .failure(.cancelled)
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.cancelled)
        }
        return try result.get()
    }
}
