import CollaborationModels

/// Who is in a conversation, who is known by which identity, and the lines, each with those who see it.
final class SimulatedThread: Sendable {
    private struct Line {
        var entry: ThreadEntry
        var author: String
        var audience: Set<String>
    }

    private struct State {
        var members: [SimulatedPerson]
        var shared: [SharedCollaboration] = []
        var lines: [Line] = []
        var invitations = 0

        var handles: Set<String> { Set(members.map(\.handle)) }

        mutating func append(_ entry: ThreadEntry, from author: String, to audience: Set<String>) {
            lines.append(Line(entry: entry, author: author, audience: audience))
        }
    }

    private let state: Locked<State>

    init(members: [SimulatedPerson]) {
        var unique: [SimulatedPerson] = []
        for member in members where !unique.contains(where: { $0.handle == member.handle }) {
            unique.append(member)
        }
        state = Locked(State(members: unique))
    }

    var members: [SimulatedPerson] { state.withLock(\.members) }

    /// The lines that a person sees, in order.
    func entries(seenBy handle: String) -> [ThreadEntry] {
        state.withLock { state in
            state.lines.filter { $0.audience.contains(handle) }.map(\.entry)
        }
    }

    /// A number that no other invitation in this conversation has.
    func nextInvitation() -> Int {
        state.withLock { state in
            state.invitations += 1
            return state.invitations
        }
    }

    /// What was shared here, in order.
    var shared: [SharedCollaboration] { state.withLock(\.shared) }

    /// Adds a collaboration with the line that shows it.
    func share(_ shared: SharedCollaboration) {
        state.withLock { state in
            state.shared.append(shared)
            let entry = ThreadEntry.collaboration(shared.highlight, from: shared.sender.name)
            state.append(entry, from: shared.sender.handle, to: shared.audience)
        }
    }

    /// Sets or forgets the identity by which a person was invited to what was shared at a place in the order.
    func setIdentity(_ identity: DerivedIdentity?, of handle: String, at place: Int) {
        state.withLock { $0.shared[place].identities[handle] = identity }
    }

    /// Shows the link of what was shared before to one who has come later.
    func show(to handle: String, at place: Int) {
        state.withLock { state in
            state.shared[place].audience.insert(handle)
            let (highlight, sender) = (state.shared[place].highlight, state.shared[place].sender)
            state.append(.collaboration(highlight, from: sender.name), from: sender.handle, to: [handle])
        }
    }

    /// Lets a person in.
    ///
    /// - Returns: False when the person was in already.
    func join(_ person: SimulatedPerson) -> Bool {
        state.withLock { state in
            guard !state.handles.contains(person.handle) else { return false }
            state.members.append(person)
            state.append(.joined(person.name), from: person.handle, to: state.handles)
            return true
        }
    }

    /// Takes a person out, who sees no more than that.
    ///
    /// - Returns: False when the person was not in.
    func leave(_ person: SimulatedPerson) -> Bool {
        state.withLock { state in
            guard state.handles.contains(person.handle) else { return false }
            state.append(.left(person.name), from: person.handle, to: state.handles)
            state.members.removeAll { $0.handle == person.handle }
            for place in state.shared.indices { state.shared[place].audience.remove(person.handle) }
            return true
        }
    }

    /// Shows a notice to all other members who have the link; a mention, to the one mentioned.
    func post(_ notice: Notice, from author: String) {
        state.withLock { state in
            let collaboration = notice.highlight.collaborationIdentifier
            guard state.handles.contains(author),
                let shared = state.shared.first(where: {
                    $0.highlight.collaborationIdentifier == collaboration
                })
            else { return }
            let audience = state.handles.subtracting([author]).filter { shared.isAddressed(notice, to: $0) }
            state.append(.notice(notice), from: author, to: audience)
        }
    }

    func clearNotices(of collaboration: CollaborationIdentifier, from author: String) {
        state.withLock { state in
            state.lines.removeAll { line in
                guard case .notice(let notice) = line.entry else { return false }
                return line.author == author && notice.highlight.collaborationIdentifier == collaboration
            }
        }
    }
}
