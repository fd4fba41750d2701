public import CollaborationModels
public import CollaborationProofs

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A custom collaboration that was shared, and the people whom its owner has let in on request.
struct AccessRecord: Sendable {
    let owner: SimulatedPerson

    /// The collaboration and its highlight as they were last shared.
    var started: StartedCollaboration
    var highlight: CollaborationHighlight

    var access: ShareAccess

    /// The conversations in which the collaboration was shared.
    var threads: [SimulatedThread] = []

    /// The people who have asked, under their handles.
    var people: [String: SimulatedPerson] = [:]

    /// The identities of the people who were let in, under their handles.
    var identities: [String: Person.Identity] = [:]
}

extension SimulatedMessages {
    /// The people who take part in a collaboration on request, ask for access or are blocked.
    ///
    /// The owner is the person who first shared it. Members of conversations are not listed: they have access
    /// by their conversation. Requests are allowed when the owner has selected the option
    /// `AllowedSharingOptions/Identifier/accessRequests`, or has allowed them afterwards.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The access, or nil when the collaboration was not shared.
    public func access(to collaboration: CollaborationIdentifier) -> ShareAccess? {
        records.withLock { $0[collaboration]?.access }
    }

    /// Asks the owner of a collaboration for access, for a person who was not sent the link.
    ///
    /// As with Apple's, the person does not learn whether there is such a collaboration. Nothing happens when
    /// there is none, when requests are not allowed, and when the person is blocked or has access.
    ///
    /// Apple has this for CloudKit shares only. Here it is for custom collaborations, as a server can offer it.
    ///
    /// - Parameters:
    ///   - url: The link.
    ///   - person: Who asks.
    public func requestAccess(to url: URL, by person: SimulatedPerson) {
        let link = url.absoluteString
        records.withLock { records in
            let found = records.first { $0.value.highlight.url.absoluteString == link }
            guard let (collaboration, record) = found,
                !record.threads.contains(where: { $0.reaches(person.handle, in: collaboration) })
            else { return }
            records[collaboration]?.access.requestAccess(by: person.userIdentity)
            records[collaboration]?.people[person.handle] = person
        }
    }

    /// Changes who has access, as the owner or an administrator does in the interface for managing the share.
    ///
    /// The owner's app gets the ordinary update action, with new identities for the people who are let in and
    /// with the identities of those who are removed or blocked. When the app has fulfilled it, the change is
    /// made, and those who were let in get the link. Nobody gets it who is added without having asked.
    ///
    /// - Parameters:
    ///   - collaboration: The collaboration.
    ///   - change: The change. It runs twice: before the action, and after it on what the access is then.
    /// - Throws: What `change` throws; ``SimulationError/unknownCollaboration``; ``SimulationError/noDevice``
    ///   when a person who is let in has no device; `ActionFailure` when the app failed the action or did
    ///   not answer in time. Then nothing has changed.
    public func manageAccess(
        to collaboration: CollaborationIdentifier,
        _ change: @Sendable (inout ShareAccess) throws -> Void
    ) async throws {
        guard let record = records.withLock({ $0[collaboration] }) else {
            throw SimulationError.unknownCollaboration
        }
        var access = record.access
        try change(&access)
        var invitations: [String: DerivedIdentity] = [:]
        for (handle, person) in record.people.sorted(by: { $0.key < $1.key })
        where record.identities[handle] == nil && access.participant(person.userIdentity) != nil {
            guard let invitation = try invite(person, to: collaboration) else {
                throw SimulationError.noDevice
            }
            invitations[handle] = invitation
        }
        let removed = record.identities.filter { access.participant(UserIdentity(handle: $0.key)) == nil }
        try await handshake(with: record.owner).update(
            record.started,
            added: unordered(invitations.values.map(\.identity)),
            removed: unordered(Array(removed.values))
        )
        let identities = invitations.mapValues(\.identity)
        try records.withLock { records in
            guard var current = records[collaboration] else { return }
            try change(&current.access)
            for handle in removed.keys { current.identities[handle] = nil }
            current.identities.merge(identities) { $1 }
            records[collaboration] = current
        }
        for (handle, invitation) in invitations {
            if let person = record.people[handle] {
                mailbox(of: person).receive(record.highlight, identity: invitation, in: nil)
            }
        }
    }

    /// Records that a collaboration was shared in a conversation.
    func record(
        _ started: StartedCollaboration,
        highlight: CollaborationHighlight,
        from sender: SimulatedPerson,
        in thread: SimulatedThread
    ) {
        let options = started.collaborationMetadata.userSelectedShareOptions
        let isAllowed = options?.isSelected(AllowedSharingOptions.Identifier.accessRequests) ?? false
        records.withLock { records in
            var record =
                records[started.collaborationIdentifier]
                ?? AccessRecord(
                    owner: sender,
                    started: started,
                    highlight: highlight,
                    access: ShareAccess(owner: sender.userIdentity, allowsAccessRequests: isAllowed)
                )
            record.started = started
            record.highlight = highlight
            record.threads = record.threads.filter { $0 !== thread } + [thread]
            records[started.collaborationIdentifier] = record
        }
    }
}
