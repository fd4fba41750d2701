/// What an action was given that it cannot accept.
public enum ActionError: Error, Hashable, Sendable {
    /// The link has another scheme than https, or none; only universal links can be sent.
    case linkIsNotHTTPS

    /// The link names no host.
    case linkHasNoHost

    /// The collaboration identifier is missing or empty.
    case missingCollaborationIdentifier
}

extension ActionError: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .linkIsNotHTTPS: "the link is not an https link"
        case .linkHasNoHost: "the link has no host"
        case .missingCollaborationIdentifier: "the collaboration identifier is missing"
        }
    }
}
