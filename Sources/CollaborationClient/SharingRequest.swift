public import CollaborationCore

/// What an app asks its server for.
public enum SharingRequest: Hashable, Sendable {
    /// Shares a document. A repetition with the same idempotency key, or with the collaboration's identifier, gets the same
    /// collaboration and link.
    case start(StartRequest)

    /// Adds and removes participants. A repetition has no further effect.
    case apply(ParticipantsUpdate, to: CollaborationIdentifier)

    /// Says what the account may do.
    case access(to: CollaborationIdentifier)

    /// Issues a challenge for the account.
    case challenge(for: CollaborationIdentifier)

    /// Gives the account access by a proof. It is sent once: a challenge is good for one use.
    case admit(IdentityProofAnswer, to: CollaborationIdentifier)

    /// Names the identities that a participant has proven, by which the account mentions the person.
    case identities(of: AccountIdentifier, in: CollaborationIdentifier)

    /// Ends the account's own access.
    case leave(CollaborationIdentifier)

    /// Ends the collaboration, which the account owns, for everybody.
    case end(CollaborationIdentifier)

    /// Lists the collaborations that the account has access to, a page at a time, in the order of their bytes.
    case list(after: CollaborationIdentifier?)
}

/// What a server responds to a ``SharingRequest``.
public enum SharingResponse: Hashable, Sendable {
    /// What was asked is done.
    case done

    /// The document is shared.
    case started(StartResponse)

    /// What the account may do; nil if it has no access.
    case access(AccessAnswer?)

    /// The challenge.
    case challenge(ChallengeMessage)

    /// The participant's identities.
    case identities([Person.Identity])

    /// The page of collaborations.
    case list([CollaborationIdentifier])
}

extension SharingRequest {
    var update: ParticipantsUpdate? { if case .apply(let update, _) = self { update } else { nil } }

    /// Whether it removes people, maybe besides adding others.
    var isRemoval: Bool { update?.removedIdentities.isEmpty == false }
}

extension SharingServer {
    /// Returns what the account may do; nil if it has no access.
    func access(
        to collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> AccessAnswer? {
        let response = try await respond(to: .access(to: collaboration), as: account)
        guard case .access(let access) = response else { throw .otherResponse }
        return access
    }

    /// Issues a challenge for the account.
    func challenge(
        for collaboration: CollaborationIdentifier,
        as account: AccountIdentifier
    ) async throws(SharingServerError) -> ChallengeMessage {
        let response = try await respond(to: .challenge(for: collaboration), as: account)
        guard case .challenge(let challenge) = response else { throw .otherResponse }
        return challenge
    }
}

extension SharingServerError {
    /// A success with the response to another request.
    static let otherResponse = Self.unexpected(status: 200)
}
