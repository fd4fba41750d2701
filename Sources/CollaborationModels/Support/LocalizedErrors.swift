#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Without these conformances `localizedDescription` is "The operation could not be completed".

extension ActionError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension ActionFailure: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension CollaborationOptionsError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension HighlightCenterError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension IdentityProofError: LocalizedError {
    /// The reason of the wire format.
    public var errorDescription: String? { rawValue }
}

extension MalformedChallengeError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension MalformedJSONError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension MalformedRootHashError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension ShareAccessError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
