import CollaborationModels

/// A collaboration that was shared in a conversation.
struct SharedCollaboration: Sendable {
    let highlight: CollaborationHighlight
    let collaboration: StartedCollaboration
    let sender: SimulatedPerson

    /// The identity that each person was last invited by, under the person's handle, until it is removed.
    ///
    /// It is there even if the app failed to add it: when the time was up, the server may know it all the
    /// same.
    var identities: [String: DerivedIdentity]

    /// The handles of those who were shown the link, and so see notices about it.
    var audience: Set<String>

    init(
        _ highlight: CollaborationHighlight,
        _ collaboration: StartedCollaboration,
        from sender: SimulatedPerson,
        identities: [String: DerivedIdentity]
    ) {
        self.highlight = highlight
        self.collaboration = collaboration
        self.sender = sender
        self.identities = identities
        audience = Set(identities.keys).union([sender.handle])
    }

    /// Whether a notice is for a person: a mention is for the one whose identity it names.
    func isAddressed(_ notice: Notice, to handle: String) -> Bool {
        guard audience.contains(handle) else { return false }
        guard let identity = identities[handle]?.identity else { return notice.addressee == nil }
        return notice.isAddressed(to: .identity(identity))
    }
}
