public import CollaborationCore

/// What a call has changed about a collaboration, and who has, computed in the same step as the change.
///
/// An audit log that has a line of each change is complete, and the sessions of the accounts in ``lost`` and ``changed`` can
/// be closed.
public struct Change: Hashable, Sendable {
    /// Something that has happened to a collaboration.
    public enum Event: Hashable, Sendable {
        /// An account started the collaboration, and is its owner.
        case started(AccountIdentifier)

        /// Options were selected for everybody.
        case selected(Set<OptionIdentifier>)

        /// Options were selected for one account; nil: what is selected for everybody holds for it again.
        case selectedFor(AccountIdentifier, Set<OptionIdentifier>?)

        /// An identity was added.
        case invited(Person.Identity)

        /// An identity was removed for good.
        case identityRemoved(Person.Identity)

        /// An account has proven an identity, which another account may have held before.
        case admitted(AccountIdentifier, Person.Identity)

        /// An account got access without a proof.
        case guestAdmitted(AccountIdentifier)

        /// An account has left.
        case left(AccountIdentifier)

        /// An account was removed for good, by the server or by an account that may do so; what was selected for it alone is
        /// forgotten.
        case accountRemoved(AccountIdentifier)

        /// The removal of an account was taken back.
        case readmitted(AccountIdentifier)

        /// Another account is the owner, without a selection of its own any more, and the former one is a guest.
        case transferred(from: AccountIdentifier, to: AccountIdentifier)

        /// The collaboration has ended.
        case ended

        /// Everything about the collaboration was forgotten, and its name is used up.
        case forgotten

        /// Everything that named an account was dropped, its access, removal and selection too.
        case erased(AccountIdentifier)
    }

    /// The collaboration.
    public let collaboration: CollaborationIdentifier

    /// Who has acted.
    public let actor: Collaboration.Actor

    /// What has happened, each once; empty if and only if the call has changed nothing but the record of used challenges.
    public let events: [Event]

    /// The accounts that had no access before and have it now.
    public let gained: Set<AccountIdentifier>

    /// The accounts that had access before and have none now.
    public let lost: Set<AccountIdentifier>

    /// The accounts that have kept access, and that now own, may do or hold something else, or may once an option is
    /// offered again.
    public let changed: Set<AccountIdentifier>

    /// Whether nothing has changed.
    public var isEmpty: Bool { events.isEmpty }
}

extension Change: CustomStringConvertible {
    /// One line for an audit log, which names the collaboration, who has acted, accounts, options and root hashes.
    ///
    /// Names stand in quotation marks, so that none can be taken for another event.
    public var description: String {
        let events = isEmpty ? "nothing changed" : events.map(\.description).joined(separator: "; ")
        return "\(collaboration.quoted) by \(actor): \(events)"
    }
}

extension Collaboration.Actor: CustomStringConvertible {
    /// The account in quotation marks, or *the server* without.
    public var description: String {
        switch self {
        case .account(let account): account.quoted
        case .server: "the server"
        }
    }
}

extension Change.Event: CustomStringConvertible {
    /// The event in words.
    public var description: String {
        switch self {
        case .started(let account): "started by \(account.quoted)"
        case .selected(let options): "selected \(list(options))"
        case .selectedFor(let account, let options?): "selected \(list(options)) for \(account.quoted)"
        case .selectedFor(let account, nil): "selected nothing else for \(account.quoted)"
        case .invited(let identity): "invited identity \(identity)"
        case .identityRemoved(let identity): "removed identity \(identity)"
        case .admitted(let account, let identity): "admitted \(account.quoted) by identity \(identity)"
        case .guestAdmitted(let account): "admitted \(account.quoted) as a guest"
        case .left(let account): "\(account.quoted) left"
        case .accountRemoved(let account): "removed \(account.quoted)"
        case .readmitted(let account): "readmitted \(account.quoted)"
        case .transferred(let former, let owner): "transferred from \(former.quoted) to \(owner.quoted)"
        case .ended: "ended"
        case .forgotten: "forgotten"
        case .erased(let account): "erased \(account.quoted)"
        }
    }

    private func list(_ options: Set<OptionIdentifier>) -> String {
        "[" + options.sorted().map(\.quoted).joined(separator: ", ") + "]"
    }
}

extension StringIdentifier {
    fileprivate var quoted: String { rawValue.debugDescription.onOneLine }
}
