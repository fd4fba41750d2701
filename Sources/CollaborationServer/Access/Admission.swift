public import CollaborationProofs

/// An account that was admitted to a collaboration by a verified proof.
///
/// Only ``CollaborationAccess`` makes one, so that a value is evidence that a proof was verified.
public struct Admission: Hashable, Sendable {
    /// The collaboration.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The account that was admitted.
    public let account: AccountIdentifier

    /// The identity that was proven, which is now paired with the account.
    public let identity: Person.Identity

    /// The account that lost access, if ``PairingPolicy/replace`` took its last identity for this one.
    public let revokedAccount: AccountIdentifier?
}

/// An account that has access to a collaboration, with the identities that give it.
///
/// Only ``CollaborationAccess`` makes one, from what its store held at that moment.
public struct GrantedAccess: Hashable, Sendable {
    /// The collaboration.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The account that has access.
    public let account: AccountIdentifier

    /// The identities that are paired with the account, at least one.
    ///
    /// A mention event names a person by one of them.
    public let identities: Set<Person.Identity>
}
