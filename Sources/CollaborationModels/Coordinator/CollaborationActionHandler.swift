/// The part of an app that carries out actions.
///
/// A handler returns at once and does its work in a task of its own, which completes the action. It is called
/// with one action at a time: while a call lasts, no action of any collaboration is handed over, and those
/// that wait may run out of time.
///
/// It is called in the task that brought the action or that set the handler. A class on the main actor
/// therefore implements the two methods as `nonisolated`, with a `Task { @MainActor in … }` inside. A
/// conformance that is made to compile with `@preconcurrency` crashes when an action comes from elsewhere.
/// Apple's name is `SWCollaborationActionHandler`.
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
