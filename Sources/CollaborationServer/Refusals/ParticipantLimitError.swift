public import CollaborationProofs

/// A limit on the number of identities that an update breaks: a fault of the request (HTTP 400).
public enum ParticipantLimitError: RequestFault, Hashable {
    /// The update names more identities, added and removed together, than
    /// `ParticipantsUpdate.maximumIdentityCount`.
    case updateTooLarge(maximum: Int, found: Int)

    /// The collaboration would have had more identities in its life, known and removed ones together, than
    /// ``CollaborationRecord/maximumIdentityCount``.
    case collaborationTooLarge(maximum: Int)
}
