public import CollaborationCore

/// What an account may do in a collaboration.
public struct Access: Hashable, Sendable {
    /// Whether the account started the collaboration.
    public let isOwner: Bool

    /// The identities that the account has proven, by one of which a mention event names the person.
    public let identities: Set<Person.Identity>

    /// The identifiers of the options that the owner selected for everybody.
    public let selectedOptions: Set<String>

    /// Whether the owner selected an option for the collaboration.
    public func allows(_ option: String) -> Bool { selectedOptions.contains(option) }

    package init(isOwner: Bool, identities: Set<Person.Identity>, selectedOptions: Set<String>) {
        self.isOwner = isOwner
        self.identities = identities
        self.selectedOptions = selectedOptions
    }
}

/// An account that was admitted to a collaboration by a verified proof.
///
/// Only ``Collaborations`` makes one, so that a value is evidence that a proof was verified.
public struct Admission: Hashable, Sendable {
    /// The account that was admitted.
    public let account: AccountIdentifier

    /// The identity that was proven, which is now paired with the account.
    public let identity: Person.Identity

    /// The account that lost access, if ``PairingPolicy/replace`` took its last identity for this one.
    public let revokedAccount: AccountIdentifier?
}

/// An identity that a collaboration knows, with the account that has proven it.
public struct Participant: Hashable, Sendable {
    /// The identity.
    public let identity: Person.Identity

    /// The account that the identity is paired with; nil if nobody has proven it yet.
    public let account: AccountIdentifier?
}

/// What happens to an identity that is paired with an account when a second account proves it.
public enum PairingPolicy: String, Hashable, Sendable, CaseIterable {
    /// The second account is refused. A person with two accounts has access with the first one only.
    case refuse

    /// The second account takes the identity over, and the first one loses it.
    case replace
}
