#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Why an action does not accept a link or an identifier.
public enum ActionError: Error, Hashable, Sendable {
    /// The scheme of the link is not https; only universal links can be sent.
    case linkIsNotHTTPS

    /// The link has no host.
    case linkHasNoHost

    /// The collaboration identifier is missing or empty.
    case missingCollaborationIdentifier

    /// The collaboration identifier is longer than `JSONLimits.identifierByteCount`, so no message may carry it.
    case collaborationIdentifierTooLong
}

extension ActionError: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .linkIsNotHTTPS: "the link is not an https link"
        case .linkHasNoHost: "the link has no host"
        case .missingCollaborationIdentifier: "the collaboration identifier is missing"
        case .collaborationIdentifierTooLong: "the collaboration identifier is longer than 1024 bytes"
        }
    }
}

/// Why an action failed, thrown to the task that waits for it.
public enum ActionFailure: String, Error, Hashable, Sendable, Codable, CaseIterable {
    /// The app reported that it could not do the work.
    case failed

    /// The app did not complete the action in time.
    case timedOut

    /// The task that waited for the action was cancelled.
    case cancelled
}

extension ActionFailure: CustomStringConvertible {
    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .failed: "the app failed the action"
        case .timedOut: "the app did not complete the action in time"
        case .cancelled: "the task that waited for the action was cancelled"
        }
    }
}

extension ActionError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension ActionFailure: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
