public import CollaborationCore

/// The server's half of collaborations: who has access to what, and what they may do.
///
/// The methods are the life cycle in its order. Their arguments are what an endpoint has at hand: the account that the
/// server has authenticated, the collaboration of the path, the message of the body. Everything that can go wrong is a
/// `CollaborationError`, with the status and the body of the response:
///
///     let collaborations = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey())
///
///     // The sender's app asks for a link, then reports whom Messages added.
///     try await collaborations.start("doc-42", with: StartRequest(json: body), offering: offered, by: "alice")
///     try await collaborations.apply(ParticipantsUpdate(json: body), to: "doc-42", by: "alice")
///     // A recipient opens the link.
///     let challenge = try collaborations.challenge(for: "doc-42", account: "bob")
///     try await collaborations.admit(IdentityProofAnswer(json: body), as: "bob", to: "doc-42")
///     // At every request:
///     guard let access = try await collaborations.access(of: "bob", to: "doc-42"), access.allows("write") else { … }
///
/// Without a ``start(_:with:offering:by:)`` there is no collaboration: every other call refuses. What ends access:
///
/// | method | who calls it | effect |
/// | --- | --- | --- |
/// | ``apply(_:to:by:)`` | the owner's app | the removed identities never get access again |
/// | ``leave(_:as:)`` | a participant | the account has no access; its identities can be proven again |
/// | ``remove(_:from:)`` | the server | the account and its identities never get access again |
/// | ``end(_:)`` | the owner, by the server | nobody has access; no identity that was known ever gets it again |
/// | ``forget(_:)`` | the server, for a document that was deleted | nothing is stored any more |
/// | ``erase(_:)`` | the server, for an account that was deleted | leaves every collaboration and ends those that it owns |
///
/// All state is in the store. Make one value for each store and process: calls on one collaboration wait for each other
/// instead of conflicting.
public final class Collaborations: Sendable {
    let store: any CollaborationStore
    let challenges: ChallengeAuthority
    let configuration: Configuration
    let writer: RecordWriter

    /// Makes the value that a server keeps for its whole life.
    ///
    /// - Parameters:
    ///   - store: Stores the collaborations.
    ///   - key: The key that challenges are issued under.
    ///   - configuration: What differs from the defaults.
    public convenience init(
        store: some CollaborationStore,
        key: ChallengeKey,
        configuration: Configuration = Configuration()
    ) {
        self.init(key: key, configuration: configuration, writer: RecordWriter(store))
    }

    init(key: ChallengeKey, configuration: Configuration, writer: RecordWriter) {
        store = writer.store
        challenges = ChallengeAuthority(key: key, configuration: configuration)
        self.configuration = configuration
        self.writer = writer
    }
}

extension Collaborations {
    /// Starts a collaboration: checks the selection against what is offered, and stores it with the owner.
    ///
    /// The system asks the sender's app for a link; answer the app with a `StartResponse`. When the owner starts the
    /// collaboration again, the new selection replaces the old one, and participants stay. Anybody else is refused,
    /// until the collaboration has ended.
    ///
    /// - Parameters:
    ///   - collaboration: The identifier of the collaboration, chosen by the server.
    ///   - request: What the app sent.
    ///   - offered: The options that the server declares, the same as the app.
    ///   - owner: The account that shares. Check first that it may share this document.
    /// - Returns: The offered options with the selection.
    @discardableResult
    public func start(
        _ collaboration: CollaborationIdentifier,
        with request: StartRequest,
        offering offered: CollaborationShareOptions,
        by owner: AccountIdentifier
    ) async throws(CollaborationError) -> CollaborationShareOptions {
        try check(collaboration, owner)
        let selected: CollaborationShareOptions
        do throws(CollaborationOptionsError) {
            selected = try offered.selecting(only: request.selectedOptions)
        } catch {
            throw .options(error)
        }
        let identifiers = selected.selectedOptionsIdentifiers
        try await writer.change(collaboration) { record throws(CollaborationError) in
            try record.start(by: owner, selecting: identifiers)
        }
        return selected
    }

    /// Applies an update of the sender's app: adds identities, then removes others for good, in one step.
    ///
    /// An identity that is known already keeps its account. One that was removed before stays removed: a new invitation
    /// has a new identity. So updates have the same effect in any order and however often they are applied: an app may
    /// retry one at any time, and must when the outcome is unknown.
    ///
    /// - Parameters:
    ///   - update: What the app sent. It must name this collaboration.
    ///   - collaboration: The collaboration.
    ///   - account: The account that sends the update. It must be one that may change participants:
    ///     the owner, unless the configuration says otherwise.
    /// - Returns: The accounts that lost access by this call, so that their sessions can be closed. A call
    ///   that is repeated after an error may not return them again: ask ``access(of:to:)`` at every request.
    @discardableResult
    public func apply(
        _ update: ParticipantsUpdate,
        to collaboration: CollaborationIdentifier,
        by account: AccountIdentifier
    ) async throws(CollaborationError) -> Set<AccountIdentifier> {
        try check(collaboration, account)
        guard update.collaborationIdentifier == collaboration else { throw .refused(.updateForAnotherCollaboration) }
        let count = update.addedIdentities.count + update.removedIdentities.count
        guard count <= ParticipantsUpdate.maximumIdentityCount else {
            throw .limit(.updateTooLarge(maximum: ParticipantsUpdate.maximumIdentityCount, found: count))
        }
        let mayChangeParticipants = configuration.mayChangeParticipants
        return try await writer.change(collaboration) { record throws(CollaborationError) in
            guard record.owner != nil else { throw .refused(.notStarted) }
            guard let access = record.access(of: account), mayChangeParticipants(access) else {
                throw .refused(.mayNotChangeParticipants)
            }
            return try record.update(adding: update.addedIdentities, removing: update.removedIdentities)
        }
    }

    /// Issues a challenge for a recipient's device to sign.
    ///
    /// Nothing is looked up or stored: a challenge is issued for a collaboration that does not exist, too.
    public func challenge(
        for collaboration: CollaborationIdentifier,
        account: AccountIdentifier
    ) throws(CollaborationError) -> ChallengeMessage {
        try check(collaboration, account)
        return ChallengeMessage(
            challenge: challenges.issue(for: collaboration, account: account, store: store.identifier)
        )
    }

    /// Admits an account to a collaboration if a device proves one of the collaboration's identities.
    ///
    /// The challenge is checked first, at the cost of a few hashes; then the proof, at the cost of one signature
    /// verification; then, in one step of the store, that the challenge was not used before and that the identity is
    /// known and not paired with another account. Only an admission uses the challenge up and writes to the store. An
    /// account that has access already is paired with the further identity, or stays as it is.
    ///
    /// After an error of the store the account may have been admitted and the challenge used up: ``access(of:to:)``
    /// shows the outcome. The verification runs on the caller's executor.
    ///
    /// - Parameters:
    ///   - answer: What the recipient's app sent.
    ///   - account: The account that the recipient is signed in with.
    ///   - collaboration: The collaboration.
    @discardableResult
    public func admit(
        _ answer: IdentityProofAnswer,
        as account: AccountIdentifier,
        to collaboration: CollaborationIdentifier
    ) async throws(CollaborationError) -> Admission {
        try check(collaboration, account)
        let now = configuration.clock()
        let use = try challenges.validate(
            answer.challenge,
            for: collaboration,
            account: account,
            store: store.identifier,
            at: now
        )
        let identity: Person.Identity
        do throws(IdentityProofError) {
            identity = try answer.proof.verifiedIdentity(
                signing: answer.challenge,
                policy: configuration.proofPolicy,
                verifier: configuration.signatureVerifier
            )
        } catch {
            throw .refused(.invalidProof(error))
        }
        let policy = configuration.pairingPolicy
        let revoked = try await writer.change(collaboration) { record throws(CollaborationError) in
            try record.admit(identity, as: account, using: use, at: now, policy: policy)
        }
        return Admission(account: account, identity: identity, revokedAccount: revoked)
    }

    /// Returns what an account may do in a collaboration; nil if it has no access.
    ///
    /// Ask it at every request, since access may have been revoked.
    public func access(
        of account: AccountIdentifier,
        to collaboration: CollaborationIdentifier
    ) async throws(CollaborationError) -> Access? {
        try check(collaboration, account)
        return try await writer.record(of: collaboration)?.access(of: account)
    }

    /// Throws for an identifier that is empty or too long, so that no store sees it.
    func check(
        _ collaboration: CollaborationIdentifier? = nil,
        _ account: AccountIdentifier? = nil
    ) throws(CollaborationError) {
        if let rule = collaboration?.brokenRule {
            throw .malformed(MalformedMessage(rule, path: "collaborationIdentifier"))
        }
        if let rule = account?.brokenRule { throw .malformed(MalformedMessage(rule, path: "account")) }
    }
}
