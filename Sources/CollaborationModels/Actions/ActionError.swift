import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why an action does not accept a link or an identifier, or why it failed.
public enum ActionError: LocalizedError, Hashable, CustomStringConvertible {
    /// The scheme of the link is not https; only universal links can be sent.
    case linkIsNotHTTPS

    /// The link has no host.
    case linkHasNoHost

    /// The collaboration identifier is missing, or one that no message can carry.
    case invalidCollaborationIdentifier

    /// The app reported that it could not do the work.
    case failed

    /// The app did not complete the action in time.
    case timedOut

    /// The task that waited for the action was canceled.
    case canceled

    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .linkIsNotHTTPS: "the link is not an https link"
        case .linkHasNoHost: "the link has no host"
        case .invalidCollaborationIdentifier: "the collaboration identifier is missing, or no message can carry it"
        case .failed: "the app failed the action"
        case .timedOut: "the app did not complete the action in time"
        case .canceled: "the task that waited for the action was canceled"
        }
    }

    /// The description.
    public var errorDescription: String? { description }

    /// Returns an identifier that a message can carry.
    static func checked(_ identifier: CollaborationIdentifier?) throws(ActionError) -> CollaborationIdentifier {
        guard let identifier, identifier.brokenRule == nil else { throw .invalidCollaborationIdentifier }
        return identifier
    }
}
