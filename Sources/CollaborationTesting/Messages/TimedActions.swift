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
    func start(_ metadata: CollaborationMetadata) async throws(ActionError) -> StartedCollaboration {
        let action = StartCollaborationAction(collaborationMetadata: metadata)
        return try await coordinator.perform(action, timeout: remainingTime())
    }

    /// Tells the app who was added and removed; does nothing when nobody was.
    func update(
        _ collaboration: StartedCollaboration,
        added: [Person.Identity],
        removed: [Person.Identity]
    ) async throws(ActionError) {
        guard !added.isEmpty || !removed.isEmpty else { return }
        let action = UpdateCollaborationParticipantsAction(
            collaboration: collaboration,
            addedIdentities: added,
            removedIdentities: removed
        )
        try await coordinator.perform(action, timeout: remainingTime())
    }

    private func remainingTime() throws(ActionError) -> Duration {
        if coordinator.actionHandler == nil, clock.now < deadline {
            // Nobody will answer, and nobody may be there to move the clock.
            clock.advance(by: clock.now.duration(to: deadline))
        }
        guard clock.now < deadline else { throw .timedOut }
        return clock.now.duration(to: deadline)
    }
}
