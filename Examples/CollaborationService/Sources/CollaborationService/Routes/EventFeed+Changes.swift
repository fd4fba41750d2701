import CollaborationCore
import CollaborationServer

extension EventFeed {
    /// Tells back ends of a change, if access has changed by it.
    func send(_ change: Change) {
        guard !change.gained.isEmpty || !change.lost.isEmpty || !change.changed.isEmpty else { return }
        let body = ChangeBody(
            collaboration: change.collaboration,
            by: change.actor.account,
            gained: change.gained.sorted(),
            lost: change.lost.sorted(),
            changed: change.changed.sorted()
        )
        send(body, kind: "change")
    }

    /// Tells back ends of an act whose outcome is unknown.
    func sendUnknown(in collaboration: CollaborationIdentifier, by actor: Collaboration.Actor?) {
        send(ChangeBody(collaboration: collaboration, by: actor?.account, isUnknown: true), kind: "change")
    }
}

/// Whose access has changed in a collaboration, and by which account; by none if the back end itself has acted.
private struct ChangeBody: Encodable {
    let collaboration: CollaborationIdentifier
    var by: AccountIdentifier?
    var gained: [AccountIdentifier] = [], lost: [AccountIdentifier] = [], changed: [AccountIdentifier] = []

    /// True after an error of the database: ask again about everybody in this collaboration.
    var isUnknown = false
}
