/// The part of an app that carries out actions.
///
/// A handler returns at once and does its work in a task of its own, which completes the action. Handlers are
/// called one action at a time, in the task that brought the action or that set the handler, so an isolated
/// type implements the two methods as `nonisolated`. Apple's name is `SWCollaborationActionHandler`.
public protocol CollaborationActionHandler: AnyObject, Sendable {
    /// Sets up a collaboration, then fulfils the action with its link and identifier, or fails it.
    ///
    /// - Parameters:
    ///   - coordinator: The coordinator that hands over the action.
    ///   - action: What is to be set up.
    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    )

    /// Lets identities into a collaboration and shuts others out, then fulfils the action, or fails it.
    ///
    /// - Parameters:
    ///   - coordinator: The coordinator that hands over the action.
    ///   - action: Who is added and who is removed.
    func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    )
}
