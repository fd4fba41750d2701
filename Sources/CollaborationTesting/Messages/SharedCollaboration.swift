import CollaborationCore
import CollaborationModels

/// A collaboration that a person has shared in a conversation, once or several times.
struct SharedCollaboration: Sendable {
    let sender: SimulatedPerson

    /// The collaboration as it was last shared; nil for a CloudKit share, of which the app gets no actions.
    var collaboration: StartedCollaboration?

    /// The highlight of the last message that shared it.
    var highlight: CollaborationHighlight

    /// The identities by which each person was invited, under the person's handle, the oldest first.
    ///
    /// A removal reports the last one and deletes all; what the app failed to add is not among them. A participant of a
    /// CloudKit share has an empty list.
    private(set) var identities: [String: [Person.Identity]] = [:]

    /// The handles of the members who were shown the link, and so see notices about it.
    var audience: Set<String> = []

    mutating func add(_ added: [Person.Identity], of handle: String) {
        identities[handle, default: []] += added
    }

    mutating func remove(_ removed: [Person.Identity], of handle: String) {
        let rest = (identities[handle] ?? []).filter { !removed.contains($0) }
        identities[handle] = rest.isEmpty ? nil : rest
    }
}
