#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Work that the system asks an app to do for a collaboration.
///
/// The app completes an action once, from any task: it fulfills the action or fails it. The first attempt
/// decides the outcome, and every attempt returns whether it was the first. Apple's name is `SWAction`.
public protocol Action: AnyObject, Sendable {
    /// The unique identifier of the action.
    var uuid: UUID { get }

    /// Whether the action is pending, fulfilled or failed.
    var state: ActionState { get }

    /// Reports that the app could not do the work.
    ///
    /// - Returns: True when this call completed the action, false when it was complete before.
    @discardableResult
    func fail() -> Bool
}

extension Action {
    /// Whether the action was fulfilled or failed.
    public var isComplete: Bool { state != .pending }
}

/// Whether an action is pending, fulfilled or failed.
public enum ActionState: Hashable, Sendable {
    /// The action is not complete.
    case pending

    /// The app did the work.
    case fulfilled

    /// The app could not do the work, the action timed out, or the task that waited for it was canceled.
    case failed
}
