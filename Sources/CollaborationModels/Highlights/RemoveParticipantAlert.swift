public import CollaborationCore

/// Asks the user to remove a person from the conversation too, after the app has removed the person from a
/// collaboration.
///
/// Apple's names are `SWRemoveParticipantAlertController` and, on macOS, `SWRemoveParticipantAlert`. The app
/// does not learn what the user answers; a removal arrives as an update action.
public struct RemoveParticipantAlert: Hashable, Sendable, Codable {
    /// The person to remove, whom Messages recognizes by the handle or the identity.
    public let participant: Person

    /// The collaboration.
    public let highlight: CollaborationHighlight

    /// Makes an alert.
    public init(participant: Person, highlight: CollaborationHighlight) {
        self.participant = participant
        self.highlight = highlight
    }
}
