import CollaborationCore
import CollaborationModels

/// A change of a conversation's members that a collaboration has not followed yet.
struct MembershipChange: Hashable, Sendable {
    enum Kind { case addition, removal }

    let kind: Kind
    let handle: String
    let collaborationIdentifier: CollaborationIdentifier

    /// The handle of the person who shared the collaboration, whose app is asked.
    let senderHandle: String
}

/// The members of a conversation, what they have shared in it, and its lines, each with the people who see it.
struct ThreadState: Sendable {
    private struct Line: Sendable {
        var entry: ThreadEntry
        var author: String
        var audience: Set<String>
    }

    private(set) var members: [SimulatedPerson] = []
    private var shared: [SharedCollaboration] = []
    private var lines: [Line] = []

    init(members: [SimulatedPerson]) {
        for member in members where !handles.contains(member.handle) { self.members.append(member) }
    }

    private var handles: Set<String> { Set(members.map(\.handle)) }

    /// The changes of members that are not yet propagated to a collaboration, in the order of sharing.
    var pendingChanges: [MembershipChange] {
        shared.flatMap { record -> [MembershipChange] in
            let collaboration = record.highlight.collaborationIdentifier
            let reached = audience(of: collaboration).union([record.sender.handle])
            func change(_ kind: MembershipChange.Kind, _ handle: String) -> MembershipChange {
                MembershipChange(
                    kind: kind,
                    handle: handle,
                    collaborationIdentifier: collaboration,
                    senderHandle: record.sender.handle
                )
            }
            let invited = record.identities.keys.filter { $0 != record.sender.handle }
            return members.map(\.handle).filter { !reached.contains($0) }.map { change(.addition, $0) }
                + invited.filter { !handles.contains($0) }.sorted().map { change(.removal, $0) }
        }
    }

    /// What a change is about; nil for a collaboration that was not shared here.
    subscript(change: MembershipChange) -> SharedCollaboration? {
        get { index(of: change.collaborationIdentifier, sharedBy: change.senderHandle).map { shared[$0] } }
        set {
            let index = index(of: change.collaborationIdentifier, sharedBy: change.senderHandle)
            if let index, let newValue { shared[index] = newValue }
        }
    }

    private func index(of collaboration: CollaborationIdentifier, sharedBy sender: String) -> Int? {
        shared.firstIndex {
            $0.highlight.collaborationIdentifier == collaboration && $0.sender.handle == sender
        }
    }

    /// The members who were shown the link of a collaboration.
    func audience(of collaboration: CollaborationIdentifier) -> Set<String> {
        shared.filter { $0.highlight.collaborationIdentifier == collaboration }.reduce([]) { $0.union($1.audience) }
    }

    /// The lines that a person sees, in order.
    func entries(seenBy handle: String) -> [ThreadEntry] {
        lines.filter { $0.audience.contains(handle) }.map(\.entry)
    }

    /// Adds a line, which all members see unless some are given.
    mutating func append(_ entry: ThreadEntry, from author: String, to audience: Set<String>? = nil) {
        lines.append(Line(entry: entry, author: author, audience: audience ?? handles))
    }

    /// Adds a collaboration with the line that shows it.
    ///
    /// `invited` are the members when the identities were derived, and `identities` has their handles as keys.
    ///
    /// - Returns: The members who see the link, and the changes of members since the identities were derived.
    mutating func share(
        _ collaboration: StartedCollaboration?,
        highlight: CollaborationHighlight,
        from sender: SimulatedPerson,
        to invited: [SimulatedPerson],
        identities: [String: Person.Identity]
    ) -> (recipients: [SimulatedPerson], changes: [MembershipChange]) {
        let identifier = highlight.collaborationIdentifier
        let known = index(of: identifier, sharedBy: sender.handle)
        let index = known ?? shared.endIndex
        if known == nil { shared.append(SharedCollaboration(sender: sender, highlight: highlight)) }
        shared[index].collaboration = collaboration
        shared[index].highlight = highlight
        for handle in invited.map(\.handle) where collaboration == nil || identities[handle] != nil {
            shared[index].add(identities[handle].map { [$0] } ?? [], of: handle)
        }
        let recipients = invited.filter { handles.contains($0.handle) }
        let audience = Set(recipients.map(\.handle))
        shared[index].audience.formUnion(audience)
        append(.collaboration(highlight, from: sender.name), from: sender.handle, to: audience)
        let invitedHandles = Set(invited.map(\.handle))
        let changes = pendingChanges.filter { change in
            change.collaborationIdentifier == identifier && change.senderHandle == sender.handle
                && invitedHandles.contains(change.handle) == (change.kind == .removal)
        }
        return (recipients, changes)
    }

    /// Shows the link to a person who came after it was shared.
    ///
    /// - Returns: False when the person has left again, or has the link from a message sent meanwhile.
    mutating func show(for change: MembershipChange) -> Bool {
        guard handles.contains(change.handle), var shared = self[change], shared.audience.insert(change.handle).inserted
        else { return false }
        self[change] = shared
        let entry = ThreadEntry.collaboration(shared.highlight, from: shared.sender.name)
        append(entry, from: shared.sender.handle, to: [change.handle])
        return true
    }

    /// Adds a member, and returns the person's changes that are pending.
    mutating func join(_ person: SimulatedPerson) -> [MembershipChange] {
        if !handles.contains(person.handle) {
            members.append(person)
            append(.joined(person.name), from: person.handle)
            for index in shared.indices where shared[index].sender.handle == person.handle {
                shared[index].audience.insert(person.handle)
            }
        }
        return pendingChanges.filter { $0.handle == person.handle }
    }

    /// Removes a member, whose last line says so, and returns the person's changes that are pending.
    mutating func leave(_ person: SimulatedPerson) -> [MembershipChange] {
        if handles.contains(person.handle) { append(.left(person.name), from: person.handle) }
        members.removeAll { $0.handle == person.handle }
        for index in shared.indices { shared[index].audience.remove(person.handle) }
        return pendingChanges.filter { $0.handle == person.handle }
    }

    /// The person who was invited to a collaboration by an identity, or takes part in a CloudKit share under a handle.
    func handle(of person: MentionedPerson, in collaboration: CollaborationIdentifier) -> String? {
        for shared in shared where shared.highlight.collaborationIdentifier == collaboration {
            switch person {
            case .identity(let identity):
                if let owner = shared.identities.first(where: { $0.value.contains(identity) }) {
                    return owner.key
                }
            case .cloudKitShareHandle(let handle):
                if shared.collaboration == nil, shared.audience.contains(handle) { return handle }
            }
        }
        return nil
    }

    /// Shows a notice to the other members who have the link, or only to some of them.
    mutating func post(_ notice: Notice, from author: String, onlyTo addressees: Set<String>?) {
        var audience = audience(of: notice.highlight.collaborationIdentifier)
        guard handles.contains(author), !audience.isEmpty else { return }
        if let addressees { audience.formIntersection(addressees) }
        append(.notice(notice), from: author, to: audience.subtracting([author]))
    }

    /// Deletes the notices of a collaboration that a person has posted.
    mutating func clearNotices(of collaboration: CollaborationIdentifier, from author: String) {
        lines.removeAll { line in
            guard case .notice(let notice) = line.entry else { return false }
            return line.author == author && notice.highlight.collaborationIdentifier == collaboration
        }
    }
}
