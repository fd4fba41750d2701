import CollaborationCore
import CollaborationModels

/// What is in a conversation, behind the lock of ``SimulatedThread``.
struct ThreadState {
    struct Line {
        var entry: ThreadEntry
        var author: String
        var audience: Set<String>
    }

    var members: [SimulatedPerson]
    var shared: [SharedCollaboration] = []
    var lines: [Line] = []

    /// The changes that are being propagated.
    var underWay: Set<MembershipChange> = []

    var handles: Set<String> { Set(members.map(\.handle)) }

    /// The changes of members that a collaboration does not follow yet, in the order of sharing.
    var pendingChanges: [MembershipChange] {
        shared.flatMap { record -> [MembershipChange] in
            let collaboration = record.collaborationIdentifier
            let reached = shared.filter { $0.collaborationIdentifier == collaboration }
                .reduce(Set([record.sender.handle])) { $0.union($1.audience) }
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

    mutating func append(_ entry: ThreadEntry, from author: String, to audience: Set<String>) {
        lines.append(Line(entry: entry, author: author, audience: audience))
    }

    func index(of collaboration: CollaborationIdentifier, sharedBy sender: String) -> Int? {
        shared.firstIndex {
            $0.collaborationIdentifier == collaboration && $0.sender.handle == sender
        }
    }
}
