public import CollaborationCore

/// Why an action does not accept a link or an identifier.
public enum ActionError: DescribedError, Sendable {
    /// The scheme of the link is not https; only universal links can be sent.
    case linkIsNotHTTPS

    /// The link has no host.
    case linkHasNoHost

    /// The collaboration identifier is missing or empty, or longer than any message may carry.
    case invalidCollaborationIdentifier(MalformedMessage.Rule)

    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .linkIsNotHTTPS: "the link is not an https link"
        case .linkHasNoHost: "the link has no host"
        case .invalidCollaborationIdentifier(let rule): "collaboration: \(rule.rawValue)"
        }
    }

    /// Returns an identifier that is neither empty nor too long.
    static func checked(
        _ identifier: CollaborationIdentifier?
    ) throws(ActionError) -> CollaborationIdentifier {
        let identifier = identifier ?? ""
        if let rule = identifier.brokenRule { throw .invalidCollaborationIdentifier(rule) }
        return identifier
    }
}

/// Why an action failed, thrown to the task that waits for it.
public enum ActionFailure: String, DescribedError, Sendable, Codable, CaseIterable {
    /// The app reported that it could not do the work.
    case failed

    /// The app did not complete the action in time.
    case timedOut

    /// The task that waited for the action was cancelled.
    case cancelled

    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .failed: "the app failed the action"
        case .timedOut: "the app did not complete the action in time"
        case .cancelled: "the task that waited for the action was cancelled"
        }
    }
}
