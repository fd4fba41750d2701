/// The part of an app that carries out actions.
///
/// The coordinator calls a handler with one action at a time. The next action follows when the call has
/// returned or its action is complete. So a handler should start a `Task` for long work, and complete the
/// action there.
///
/// The two requirements are `async`, and a method that is not `async` satisfies them. On a class of the main
/// actor, such as an app delegate, such a method runs on the main actor; on an actor it runs on that actor. An
/// `async` method on a class of the main actor has to be marked `@MainActor` itself. Apple's name is
/// `SWCollaborationActionHandler`.
public protocol CollaborationActionHandler: AnyObject, Sendable {
    /// Sets up a collaboration, then fulfills the action with its link and identifier, or fails it.
    ///
    /// - Parameters:
    ///   - coordinator: The coordinator that delivers the action.
    ///   - action: The collaboration to set up.
    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) async

    /// Gives identities access to a collaboration and takes it from others, then fulfills the action, or fails
    /// it.
    ///
    /// - Parameters:
    ///   - coordinator: The coordinator that delivers the action.
    ///   - action: The identities that are added and removed.
    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) async
}
