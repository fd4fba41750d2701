import CollaborationCore
import CollaborationModels
import Synchronization

/// The members of a conversation, what they have shared in it, and its lines, each with the people who see
/// it.
final class SimulatedThread: Sendable {
    private let state: Mutex<ThreadState>

    init(members: [SimulatedPerson]) {
        var unique: [SimulatedPerson] = []
        for member in members where !unique.contains(where: { $0.handle == member.handle }) {
            unique.append(member)
        }
        state = Mutex(ThreadState(members: unique))
    }

    var members: [SimulatedPerson] { state.withLock(\.members) }

    var pendingChanges: [MembershipChange] { state.withLock(\.pendingChanges) }

    /// The lines that a person sees, in order.
    func entries(seenBy handle: String) -> [ThreadEntry] {
        state.withLock { state in
            state.lines.filter { $0.audience.contains(handle) }.map(\.entry)
        }
    }

    /// Begins to propagate a change.
    ///
    /// - Returns: What the change is about; nil when it is not pending, or is being propagated already.
    func begin(_ change: MembershipChange) -> SharedCollaboration? {
        state.withLock { state in
            guard state.pendingChanges.contains(change),
                let index = state.index(of: change.collaborationIdentifier, sharedBy: change.senderHandle),
                state.underWay.insert(change).inserted
            else { return nil }
            return state.shared[index]
        }
    }

    /// Ends what ``begin(_:)`` began.
    func end(_ change: MembershipChange) {
        state.withLock { _ = $0.underWay.remove(change) }
    }

    /// Adds a line that only shows something to the members.
    func append(_ entry: ThreadEntry, from author: String) {
        state.withLock { $0.append(entry, from: author, to: $0.handles) }
    }

    /// Adds a collaboration with the line that shows it.
    ///
    /// `invited` are the members when the identities were derived, and `identities` has their handles as keys.
    ///
    /// - Returns: The members who see the link, and the changes of members since the identities were derived.
    func share(
        _ collaboration: StartedCollaboration?,
        highlight: CollaborationHighlight,
        from sender: SimulatedPerson,
        to invited: [SimulatedPerson],
        identities: [String: [Person.Identity]]
    ) -> (recipients: [SimulatedPerson], changes: [MembershipChange]) {
        state.withLock { state in
            let identifier = highlight.collaborationIdentifier
            let index: Int
            if let known = state.index(of: identifier, sharedBy: sender.handle) {
                index = known
                state.shared[index].share(collaboration, highlight: highlight)
            } else {
                index = state.shared.count
                state.shared.append(
                    SharedCollaboration(collaboration, sender: sender, highlight: highlight)
                )
            }
            for (handle, added) in identities { state.shared[index].add(added, of: handle) }
            let recipients = invited.filter { state.handles.contains($0.handle) }
            let audience = Set(recipients.map(\.handle))
            state.shared[index].audience.formUnion(audience)
            state.append(.collaboration(highlight, from: sender.name), from: sender.handle, to: audience)
            let invitedHandles = Set(invited.map(\.handle))
            let changes = state.pendingChanges.filter { change in
                change.collaborationIdentifier == identifier && change.senderHandle == sender.handle
                    && invitedHandles.contains(change.handle) == (change.kind == .removal)
            }
            return (recipients, changes)
        }
    }

    /// Records the identities by which a person is being invited: one, or none for a CloudKit share.
    func add(_ identities: [Person.Identity], for change: MembershipChange) {
        state.withLock { state in
            let index = state.index(of: change.collaborationIdentifier, sharedBy: change.senderHandle)
            if let index { state.shared[index].add(identities, of: change.handle) }
        }
    }

    /// Deletes identities that the app has removed.
    func remove(_ identities: [Person.Identity], for change: MembershipChange) {
        state.withLock { state in
            let index = state.index(of: change.collaborationIdentifier, sharedBy: change.senderHandle)
            if let index { state.shared[index].remove(identities, of: change.handle) }
        }
    }

    /// Shows the link to a person who came after it was shared.
    ///
    /// - Returns: False when the person has left again, or has the link from a message sent meanwhile.
    func show(for change: MembershipChange) -> Bool {
        state.withLock { state in
            guard state.handles.contains(change.handle),
                let index = state.index(of: change.collaborationIdentifier, sharedBy: change.senderHandle),
                state.shared[index].audience.insert(change.handle).inserted
            else { return false }
            let (highlight, sender) = (state.shared[index].highlight, state.shared[index].sender)
            let entry = ThreadEntry.collaboration(highlight, from: sender.name)
            state.append(entry, from: sender.handle, to: [change.handle])
            return true
        }
    }

    /// Adds a member.
    ///
    /// - Returns: The changes that this makes pending; nil when the person was a member before.
    func join(_ person: SimulatedPerson) -> [MembershipChange]? {
        state.withLock { state in
            guard !state.handles.contains(person.handle) else { return nil }
            state.members.append(person)
            state.append(.joined(person.name), from: person.handle, to: state.handles)
            for index in state.shared.indices where state.shared[index].sender.handle == person.handle {
                state.shared[index].audience.insert(person.handle)
            }
            return state.pendingChanges.filter { $0.handle == person.handle }
        }
    }

    /// Removes a member, whose last line says so.
    ///
    /// - Returns: The changes that this makes pending; nil when the person was not a member.
    func leave(_ person: SimulatedPerson) -> [MembershipChange]? {
        state.withLock { state in
            guard state.handles.contains(person.handle) else { return nil }
            state.append(.left(person.name), from: person.handle, to: state.handles)
            state.members.removeAll { $0.handle == person.handle }
            for index in state.shared.indices { state.shared[index].audience.remove(person.handle) }
            return state.pendingChanges.filter { $0.handle == person.handle }
        }
    }

    /// The person who was invited to a collaboration by an identity, or takes part in a CloudKit share under
    /// a handle.
    func handle(of person: MentionedPerson, in collaboration: CollaborationIdentifier) -> String? {
        state.withLock { state in
            for shared in state.shared where shared.collaborationIdentifier == collaboration {
                switch person {
                case .identity(let identity):
                    let owner = shared.identities.first { $0.value.contains(identity) }
                    if let owner { return owner.key }
                case .cloudKitShareHandle(let handle):
                    if shared.collaboration == nil, shared.audience.contains(handle) { return handle }
                }
            }
            return nil
        }
    }

    /// Whether a person was shown the link of a collaboration and is still a member.
    func reaches(_ handle: String, in collaboration: CollaborationIdentifier) -> Bool {
        state.withLock { state in
            state.shared.contains {
                $0.collaborationIdentifier == collaboration && $0.audience.contains(handle)
            }
        }
    }

    /// Shows a notice to the other members who have the link, or only to one of them.
    func post(_ notice: Notice, from author: String, onlyTo addressee: String?) {
        state.withLock { state in
            let collaboration = notice.highlight.collaborationIdentifier
            let shared = state.shared.filter { $0.collaborationIdentifier == collaboration }
            guard state.handles.contains(author), !shared.isEmpty else { return }
            var audience = shared.reduce(Set<String>()) { $0.union($1.audience) }
            if let addressee { audience.formIntersection([addressee]) }
            state.append(.notice(notice), from: author, to: audience.subtracting([author]))
        }
    }

    /// Deletes the notices of a collaboration that a person has posted.
    func clearNotices(of collaboration: CollaborationIdentifier, from author: String) {
        state.withLock { state in
            state.lines.removeAll { line in
                guard case .notice(let notice) = line.entry else { return false }
                return line.author == author && notice.highlight.collaborationIdentifier == collaboration
            }
        }
    }
}
