public import CollaborationCore

/// What a call has changed about a collaboration, computed in the same step as the change.
///
/// An audit log that has a line of each change, with whose call it was, is complete but for erasures, and the sessions of the
/// accounts in ``lost`` and ``changed`` can be closed.
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
    }

    /// What has happened, each once; empty if and only if the call has changed nothing but the record of used challenges.
    public let events: [Event]

    /// The accounts that had no access before and have it now.
    public let gained: Set<AccountIdentifier>

    /// The accounts that had access before and have none now.
    public let lost: Set<AccountIdentifier>

    /// The accounts that have kept access, and that now own, may do or hold something else.
    public let changed: Set<AccountIdentifier>

    /// Whether nothing has changed.
    public var isEmpty: Bool { events.isEmpty }
}

extension Change: CustomStringConvertible {
    /// One line for an audit log, which names accounts, options and root hashes.
    ///
    /// Names stand in quotation marks, so that none can be taken for another event.
    public var description: String {
        isEmpty ? "nothing changed" : events.map(\.description).joined(separator: "; ")
    }
}

extension Change.Event: CustomStringConvertible {
    /// The event in words.
    public var description: String {
        switch self {
        case .started(let account): "started by \(quoted(account))"
        case .selected(let options): "selected \(list(options))"
        case .selectedFor(let account, let options?): "selected \(list(options)) for \(quoted(account))"
        case .selectedFor(let account, nil): "selected nothing else for \(quoted(account))"
        case .invited(let identity): "invited identity \(identity)"
        case .identityRemoved(let identity): "removed identity \(identity)"
        case .admitted(let account, let identity): "admitted \(quoted(account)) by identity \(identity)"
        case .guestAdmitted(let account): "admitted \(quoted(account)) as a guest"
        case .left(let account): "\(quoted(account)) left"
        case .accountRemoved(let account): "removed \(quoted(account))"
        case .readmitted(let account): "readmitted \(quoted(account))"
        case .transferred(let former, let owner): "transferred from \(quoted(former)) to \(quoted(owner))"
        case .ended: "ended"
        case .forgotten: "forgotten"
        }
    }

    private func quoted(_ name: some StringIdentifier) -> String { name.rawValue.debugDescription.onOneLine }

    private func list(_ options: Set<OptionIdentifier>) -> String {
        "[" + options.sorted().map { quoted($0) }.joined(separator: ", ") + "]"
    }
}
