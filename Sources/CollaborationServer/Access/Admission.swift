public import CollaborationCore

/// An account that was admitted to a collaboration by a verified proof.
///
/// Only ``CollaborationAccess`` makes one, so that a value is evidence that a proof was verified.
public struct Admission: Hashable, Sendable {
    /// The account that was admitted.
    public let account: AccountIdentifier

    /// The identity that was proven, which is now paired with the account.
    public let identity: Person.Identity

    /// The account that lost access, if ``PairingPolicy/replace`` took its last identity for this one.
    public let revokedAccount: AccountIdentifier?
}
