public import CollaborationCore

/// A change of a conversation's members that has not been propagated to a collaboration yet.
///
/// Messages shows it as a banner to the person who shared the collaboration. That person propagates it with
/// ``SimulatedConversation/propagate(_:)`` or ignores it.
public struct MembershipChange: Hashable, Sendable {
    /// Whether a person came or left.
    public enum Kind: Hashable, Sendable {
        /// A member of the conversation does not have the link yet.
        case addition

        /// A person who left the conversation still has an identity in the collaboration.
        case removal
    }

    /// Whether the person came or left.
    public let kind: Kind

    let address: Handle

    /// The handle of the person who came or left.
    public var handle: String { address.rawValue }

    /// The collaboration.
    public let collaborationIdentifier: CollaborationIdentifier

    let senderAddress: Handle

    /// The handle of the person who shared the collaboration, whose app is asked.
    package var senderHandle: String { senderAddress.rawValue }
}

extension MembershipChange: CustomStringConvertible {
    /// The person and the collaboration, on one line.
    public var description: String {
        let (verb, preposition) = kind == .addition ? ("add", "to") : ("remove", "from")
        return "\(verb) \(handle) \(preposition) \(collaborationIdentifier)".onOneLine
    }
}
