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

    /// The handle of the person who came or left.
    public let handle: String

    /// The collaboration.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The handle of the person who shared the collaboration, whose app is asked.
    package let senderHandle: String
}
