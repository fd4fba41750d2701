#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationModels
    import Foundation
    import SharedWithYouCore

    /// Forwards the system's actions to the handler of a `CollaborationCoordinator`.
    ///
    /// Set both handlers early in the launch and keep both objects, since either coordinator holds its handler weakly:
    ///
    ///     CollaborationCoordinator.shared.actionHandler = sharing
    ///     SWCollaborationCoordinator.shared.actionHandler = forwarder
    ///
    /// The system waits about 15 seconds for everything: the launch of the app, the start action and the first update. A
    /// coordinator with a longer time-out only gives answers that come too late.
    public nonisolated final class SystemActionForwarder: NSObject, SWCollaborationActionHandler, Sendable {
        private let coordinator: CollaborationCoordinator
        private let onInvalidAction: @Sendable (any Error) -> Void

        /// Makes a forwarder.
        ///
        /// - Parameters:
        ///   - coordinator: The coordinator that has the app's handler.
        ///   - onInvalidAction: Called with the broken rule when an action cannot be converted. The action has been
        ///     failed then, so that the message is not sent.
        public init(
            to coordinator: CollaborationCoordinator = .shared,
            onInvalidAction: @escaping @Sendable (any Error) -> Void = { _ in }
        ) {
            self.coordinator = coordinator
            self.onInvalidAction = onInvalidAction
        }

        /// Forwards a start action.
        public func collaborationCoordinator(
            _ coordinator: SWCollaborationCoordinator,
            handle action: SWStartCollaborationAction
        ) {
            do {
                let forwarded = try StartCollaborationAction(completing: action)
                perform { coordinator in _ = try? await coordinator.perform(forwarded) }
            } catch {
                action.fail()
                onInvalidAction(error)
            }
        }

        /// Forwards an update of participants.
        public func collaborationCoordinator(
            _ coordinator: SWCollaborationCoordinator,
            handle action: SWUpdateCollaborationParticipantsAction
        ) {
            do {
                let forwarded = try UpdateCollaborationParticipantsAction(completing: action)
                perform { coordinator in try? await coordinator.perform(forwarded) }
            } catch {
                action.fail()
                onInvalidAction(error)
            }
        }

        /// Has an action performed after those that arrived before it.
        ///
        /// An identity that is added and then removed must end up removed. The main actor runs these tasks in the order
        /// in which they are made, and `perform(_:)` queues its action before it first suspends.
        private func perform(_ body: @escaping @MainActor @Sendable (CollaborationCoordinator) async -> Void) {
            Task { @MainActor [coordinator] in await body(coordinator) }
        }
    }
#endif
