public import CollaborationProofs

/// An identity that a collaboration knows, with the account that has proven it.
public struct Participant: Hashable, Sendable {
    /// The identity.
    public let identity: Person.Identity

    /// The account that the identity is paired with; nil if nobody has proven it yet.
    public let account: AccountIdentifier?
}
