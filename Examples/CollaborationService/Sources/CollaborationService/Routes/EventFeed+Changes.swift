import CollaborationCore
import CollaborationServer

extension EventFeed {
    /// Tells back ends of a change, if access has changed by it; of an act whose outcome is unknown there is none.
    func send(_ change: Change?, in collaboration: CollaborationIdentifier, by account: AccountIdentifier?) {
        var body = ChangeBody(collaboration: collaboration, by: account, isUnknown: change == nil)
        if let change {
            guard !change.gained.isEmpty || !change.lost.isEmpty || !change.changed.isEmpty else { return }
            (body.gained, body.lost) = (change.gained.sorted(), change.lost.sorted())
            body.changed = change.changed.sorted()
        }
        send(body, kind: "change")
    }

    /// Tells who has lost access since an account was erased.
    func send(lost accounts: Set<AccountIdentifier>, in collaboration: CollaborationIdentifier) {
        send(ChangeBody(collaboration: collaboration, lost: accounts.sorted(), isUnknown: false), kind: "change")
    }
}

/// Whose access has changed in a collaboration, and by which account; by none if the back end itself has acted.
private struct ChangeBody: Encodable {
    let collaboration: CollaborationIdentifier
    var by: AccountIdentifier?
    var gained: [AccountIdentifier] = [], lost: [AccountIdentifier] = [], changed: [AccountIdentifier] = []

    /// True after an error of the database: ask again about everybody in this collaboration.
    let isUnknown: Bool
}
