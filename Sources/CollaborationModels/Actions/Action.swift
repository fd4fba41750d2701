#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Work that the system asks an app to do for a collaboration.
///
/// The app completes an action once, by fulfilling or failing it, from any task. Of any number of attempts,
/// also concurrent ones, the first decides; each attempt is told whether it did. Apple's name is `SWAction`.
public protocol Action: AnyObject, Sendable, Identifiable, CustomStringConvertible {
    /// A value that no other action has.
    var uuid: UUID { get }

    /// Whether the action waits to be completed, was fulfilled or failed.
    var state: ActionState { get }

    /// Reports that the app could not do the work.
    ///
    /// - Returns: True when this completed the action, false when it was complete before.
    @discardableResult
    func fail() -> Bool
}

extension Action {
    /// Whether the action was fulfilled or failed.
    public var isComplete: Bool { state != .pending }

    /// The same as ``uuid``.
    public var id: UUID { uuid }
}

/// Whether an action waits to be completed, was fulfilled or failed.
public enum ActionState: String, Hashable, Sendable, Codable, CaseIterable {
    /// Neither the app nor the system has completed the action.
    case pending

    /// The app has done the work.
    case fulfilled

    /// The app could not do the work, the time was up, or whoever waited gave up.
    case failed
}
