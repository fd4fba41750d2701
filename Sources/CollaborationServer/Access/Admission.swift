public import CollaborationModels

/// An account that was let into a collaboration, and by what.
///
/// Only ``CollaborationAccess`` makes one, so that holding a value is evidence that a proof was verified.
public struct Admission: Hashable, Sendable {
    /// The collaboration.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The account that was let in.
    public let account: AccountIdentifier

    /// The identity that was proven, which is now paired with the account.
    public let identity: Person.Identity

    /// The account that lost access, if ``PairingPolicy/replace`` took its last identity for this one.
    public let revokedAccount: AccountIdentifier?
}

/// An account that has access to a collaboration, and by what.
///
/// Only ``CollaborationAccess`` makes one, from what its store holds at that moment.
public struct GrantedAccess: Hashable, Sendable {
    /// The collaboration.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The account that has access.
    public let account: AccountIdentifier

    /// The identities that are paired with the account, at least one; mention events name a person by them.
    public let identities: Set<Person.Identity>
}
