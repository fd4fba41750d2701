public import CollaborationCore

/// What an account may do in a collaboration.
///
/// Ask for it at every request and keep none: access may be revoked at any time.
public struct Access: Hashable, Sendable {
    /// Whether the account owns the collaboration.
    public let isOwner: Bool

    /// The identities that the account has proven, by one of which a mention event names the person.
    ///
    /// It is empty for a guest or an owner who has proven nothing.
    public let identities: Set<Person.Identity>

    /// The options that the account is permitted, all of which the server offers.
    ///
    /// The owner is permitted everything that is offered. Anybody else is permitted what was selected for that account, or
    /// otherwise what the owner selected for everybody.
    public let permittedOptions: Set<OptionIdentifier>

    /// Whether the account is permitted an option.
    ///
    /// An option permits something and never restricts: it is false for an option that is not offered.
    public func permits(_ option: OptionIdentifier) -> Bool { permittedOptions.contains(option) }

    /// The message for the account's app.
    public var answer: AccessAnswer { AccessAnswer(isOwner: isOwner, permittedOptions: permittedOptions) }
}

extension Access? {
    /// Whether an account is permitted an option; false without access.
    ///
    /// Before you negate it, ask whether there is access.
    public func permits(_ option: OptionIdentifier) -> Bool { self?.permits(option) == true }
}

/// What happens to an identity that one account holds when a second account proves it.
public enum PairingPolicy: String, Hashable, Sendable, CaseIterable {
    /// The second account is refused. A person with two accounts has access with the first one only.
    case refuse

    /// The second account takes the identity over. The first one loses it, and access too if it has no other way in, as the
    /// ``Change`` says.
    case replace
}
