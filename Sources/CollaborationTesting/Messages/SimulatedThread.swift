import Collaboration

/// Who is in a conversation, who is known by which identity, and the lines, each with those who see it.
final class SimulatedThread: Sendable {
    private struct Line {
        var entry: ThreadEntry
        var author: String
        var audience: Set<String>
    }

    private struct Shared {
        var highlight: CollaborationHighlight
        var collaboration: StartedCollaboration
        var sender: SimulatedPerson

        /// The identity that each member was invited by, under the member's handle.
        var identities: [String: DerivedIdentity]
    }

    private struct State {
        var members: [SimulatedPerson]
        var shared: [Shared] = []
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

    /// Adds a collaboration with the line that shows it.
    func share(
        _ highlight: CollaborationHighlight,
        _ collaboration: StartedCollaboration,
        from sender: SimulatedPerson,
        identities: [String: DerivedIdentity]
    ) {
        state.withLock { state in
            state.shared.append(
                Shared(
                    highlight: highlight,
                    collaboration: collaboration,
                    sender: sender,
                    identities: identities
                )
            )
            let audience = Set(identities.keys).union([sender.handle])
            state.append(.collaboration(highlight, from: sender.name), from: sender.handle, to: audience)
        }
    }

    /// What was shared here: the collaboration, who shared it, and the identity of one person in it, if there is one.
    func collaborations(
        with handle: String
    ) -> [(
        highlight: CollaborationHighlight, StartedCollaboration, sender: SimulatedPerson, DerivedIdentity?
    )] {
        state.withLock { state in
            state.shared.map { ($0.highlight, $0.collaboration, $0.sender, $0.identities[handle]) }
        }
    }

    func setIdentity(
        _ identity: DerivedIdentity?,
        of handle: String,
        in collaboration: CollaborationIdentifier
    ) {
        state.withLock { state in
            let index = state.shared.firstIndex {
                $0.highlight.collaborationIdentifier == collaboration
            }
            if let index { state.shared[index].identities[handle] = identity }
        }
    }

    /// Shows the link of a collaboration that was shared before to one who has come later.
    func show(_ highlight: CollaborationHighlight, from sender: SimulatedPerson, to handle: String) {
        state.withLock {
            $0.append(.collaboration(highlight, from: sender.name), from: sender.handle, to: [handle])
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
            let audience = state.handles.subtracting([author]).filter { handle in
                guard let identity = shared.identities[handle]?.identity else {
                    return handle == shared.sender.handle && notice.addressee == nil
                }
                return notice.isAddressed(to: .identity(identity))
            }
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
