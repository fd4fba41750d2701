public import CollaborationCore

/// One collaboration of a server: a name, from the first share to the last removal.
///
/// ``Collaborations`` gives it. Every method throws a `CollaborationError`. Each that changes something returns its
/// ``Change``, which the compiler asks you to use where accounts lose access: close their sessions. Under the policy
/// ``PairingPolicy/replace`` close them after an admission too. After an error of the store the change may have been made or
/// not, or may be made later.
///
/// `as` is an account that acts for itself. `by` is whoever acts on the collaboration or on somebody else, the server or an
/// account. Whether that account may do so is decided in the same step as the change, by the configuration: without one the
/// owner may do everything, and nobody else anything.
public struct Collaboration: Sendable {
    /// Who acts.
    public enum Actor: Hashable, Sendable {
        /// An account that the server has authenticated.
        case account(AccountIdentifier)

        /// The server itself, such as for an administrator. It may do everything.
        case server

        /// The account that acts; nil for the server.
        public var account: AccountIdentifier? { if case .account(let account) = self { account } else { nil } }
    }

    /// The name.
    public let identifier: CollaborationIdentifier

    let server: Collaborations

    private var offer: Offer { server.offering(identifier) }

    /// Checks the names and that the actor may do all acts, and changes the record, in one step of the store.
    private func act(
        _ acts: [Act],
        on account: AccountIdentifier? = nil,
        by actor: Actor,
        _ rules: (inout CollaborationRecord) throws(CollaborationError) -> Void
    ) async throws(CollaborationError) -> Change {
        let (offered, mayAct) = (offer.identifiers, server.configuration.mayAct)
        return try await change(for: account, by: actor) { record throws(CollaborationError) in
            for act in acts { try record.check(actor, may: act, offered: offered, mayAct: mayAct) }
            try rules(&record)
        }
    }

    private func change(
        for account: AccountIdentifier? = nil,
        by actor: Actor,
        _ rules: (inout CollaborationRecord) throws(CollaborationError) -> Void
    ) async throws(CollaborationError) -> Change {
        try check([account, actor.account])
        return try await server.writer.change(identifier, by: actor, rules)
    }

    private func record(for accounts: AccountIdentifier?...) async throws(CollaborationError) -> CollaborationRecord? {
        try check(accounts)
        return try await server.writer.record(of: identifier)
    }

    private func check(_ accounts: [AccountIdentifier?]) throws(CollaborationError) {
        try identifier.check()
        for account in accounts { try account?.check() }
    }
}

// MARK: - Sharing

extension Collaboration {
    /// Starts the collaboration: checks the selection against what is offered, and stores it with the owner.
    ///
    /// The system asks the sender's app for a link; answer the app with a `StartResponse`. Of the request only the selected
    /// options count: this collaboration is started, whichever one the request names. When the owner starts the
    /// collaboration again, the new selection replaces the old one for everybody, and participants stay. Anybody else is
    /// refused, until the collaboration has ended. Sent again late, a start overwrites a newer selection. Check first that the
    /// account may share this document.
    @discardableResult
    public func start(
        _ request: StartRequest,
        as owner: AccountIdentifier
    ) async throws(CollaborationError) -> Change {
        try await start(request, as: owner, again: false)
    }

    /// Starts the collaboration; *again* means: for an account that has access to it, in the step of the change.
    func start(
        _ request: StartRequest,
        as owner: AccountIdentifier,
        again: Bool
    ) async throws(CollaborationError) -> Change {
        let offer = offer
        return try await change(by: .account(owner)) { record throws(CollaborationError) in
            guard !again || record.accounts.contains(owner) else { throw .refused(.noAccess) }
            try record.start(by: owner, selecting: offer.selection(of: request.selectedOptions))
        }
    }

    /// Applies an update of the sender's app: adds identities, then removes others for good, in one step.
    ///
    /// An identity that is known already keeps its account. One that was removed before stays removed: a new invitation has
    /// a new identity. So updates have the same effect in any order and however often they are applied: an app may send
    /// one again at any time, and must when the outcome is unknown.
    ///
    /// Who invited somebody is not recorded: whoever may add people and is removed leaves those that he added.
    public func apply(
        _ update: ParticipantsUpdate,
        by actor: Actor
    ) async throws(CollaborationError) -> Change {
        let count = update.addedIdentities.count + update.removedIdentities.count
        guard count <= ParticipantsUpdate.maximumIdentityCount else {
            throw .limit(.updateTooLarge(maximum: ParticipantsUpdate.maximumIdentityCount, found: count))
        }
        let removes: [Act] = update.removedIdentities.isEmpty ? [] : [.removeIdentities]
        let adds: [Act] = update.addedIdentities.isEmpty && !removes.isEmpty ? [] : [.addIdentities]
        return try await act(adds + removes, by: actor) { record throws(CollaborationError) in
            try record.update(adding: update.addedIdentities, removing: update.removedIdentities)
        }
    }
}

// MARK: - Proving

extension Collaboration {
    /// Issues a challenge for a recipient's device to sign.
    ///
    /// Nothing is looked up or stored: a challenge is issued for a collaboration that does not exist, too.
    public func challenge(as account: AccountIdentifier) throws(CollaborationError) -> ChallengeMessage {
        try check([account])
        return ChallengeMessage(
            bytes: server.challenges.issue(for: identifier, account: account, store: server.store.identifier)
        )
    }

    /// Admits an account if a device proves one of the collaboration's identities.
    ///
    /// The challenge is checked first, at the cost of a few hashes; then the proof, at the cost of one signature
    /// verification; then, in one step of the store, that the challenge was not used before and that the identity is
    /// known and not held by another account. Only an admission uses the challenge up and writes to the store. An
    /// account that has access already gets the further identity, or stays as it is.
    ///
    /// Do not send it again: after an error ask ``access(of:)``, and then take a new challenge. The verification runs in the
    /// caller's task.
    @discardableResult
    public func admit(
        _ answer: IdentityProofAnswer,
        as account: AccountIdentifier
    ) async throws(CollaborationError) -> Change {
        try check([account])
        let configuration = server.configuration
        let now = configuration.clock()
        let use = try server.challenges.validate(
            answer.challenge,
            for: identifier,
            account: account,
            store: server.store.identifier,
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
        // A server whose clock is behind accepts a challenge for longer: its use is kept until then.
        let date = server.challenges.earliestDate(at: now)
        return try await change(by: .account(account)) { record throws(CollaborationError) in
            try record.admit(identity, as: account, using: use, at: date, policy: configuration.pairingPolicy)
        }
    }
}

// MARK: - Asking

extension Collaboration {
    /// Returns what an account may do; nil if it has no access.
    ///
    /// Ask it at every request, since access may have been revoked.
    public func access(of account: AccountIdentifier) async throws(CollaborationError) -> Access? {
        try await record(for: account)?.access(of: account, offered: offer.identifiers)
    }

    /// Returns the options that the owner selected for everybody and that are still offered, whoever asks; nil unless the
    /// collaboration is started.
    ///
    /// By it the server decides what somebody without access may do, where an option such as *anyone with the link* is
    /// selected.
    public func selection() async throws(CollaborationError) -> Set<OptionIdentifier>? {
        try await record()?.share?.selection.intersection(offer.identifiers)
    }

    /// Returns everybody who has to do with the collaboration; nil unless it is started.
    public func people() async throws(CollaborationError) -> People? {
        try await record()?.people
    }

    /// Returns the identities that an account has proven, so that somebody else can mention the person.
    ///
    /// The set is empty for an account that has proven none, whether it has access or not: nobody can list accounts by it.
    ///
    /// - Throws: `CollaborationError.refused(.noAccess)` unless the account that asks has access.
    public func identities(
        of account: AccountIdentifier,
        for asker: AccountIdentifier
    ) async throws(CollaborationError) -> Set<Person.Identity> {
        let record = try await record(for: account, asker)
        guard let record, record.accounts.contains(asker) else { throw .refused(.noAccess) }
        return record.access(of: account, offered: [])?.identities ?? []
    }
}

// MARK: - Deciding about one person

extension Collaboration {
    /// Gives an account access without a proof, such as to somebody without Messages.
    ///
    /// A guest is removed like everybody else, and leaves like everybody else. Sent again late, it undoes a leave.
    @discardableResult
    public func admit(
        guest account: AccountIdentifier,
        by actor: Actor
    ) async throws(CollaborationError) -> Change {
        try await act([.admitGuest(account)], on: account, by: actor) { record throws(CollaborationError) in
            try record.admitGuest(account)
        }
    }

    /// Selects other options for one account than the owner has for everybody.
    ///
    /// The account need not have access yet, and may leave and come back. Another account that proves an identity after it
    /// inherits the selection.
    ///
    /// - Parameters:
    ///   - options: All options that are selected for the account, as what is offered allows; nil: those for everybody.
    ///   - account: The account, which is neither the owner nor removed.
    ///   - actor: Who selects.
    @discardableResult
    public func select(
        _ options: Set<OptionIdentifier>?,
        for account: AccountIdentifier,
        by actor: Actor
    ) async throws(CollaborationError) -> Change {
        var selection: Set<OptionIdentifier>?
        if let options { selection = try offer.selection(of: options) }
        return try await act([.select(account)], on: account, by: actor) { record throws(CollaborationError) in
            try record.select(selection, for: account)
        }
    }

    /// Ends the access of an account at its own wish.
    ///
    /// Its identities stay known, so that the person may come back through the link with a new proof. The owner cannot
    /// leave: see ``transfer(to:by:)`` and ``end(by:)``.
    public func leave(as account: AccountIdentifier) async throws(CollaborationError) -> Change {
        try await change(by: .account(account)) { record throws(CollaborationError) in try record.leave(account) }
    }

    /// Removes an account for good, with every identity that it has, has left or ever had here.
    ///
    /// Nothing that it proves gives it access again, until ``readmit(_:by:)``. It can be removed before it has proven
    /// anything, by the server also before the collaboration is started. The owner cannot be removed.
    public func remove(
        _ account: AccountIdentifier,
        by actor: Actor
    ) async throws(CollaborationError) -> Change {
        try await act([.remove(account)], on: account, by: actor) { record throws(CollaborationError) in
            try record.remove(account, by: actor.remover)
        }
    }

    /// Takes the removal of an account back.
    ///
    /// The identities that were removed with it stay removed: the account gets access again by another invitation, or as a
    /// guest. Whom the server has removed only the server can readmit.
    @discardableResult
    public func readmit(
        _ account: AccountIdentifier,
        by actor: Actor
    ) async throws(CollaborationError) -> Change {
        try await act([.readmit(account)], on: account, by: actor) { record throws(CollaborationError) in
            try record.readmit(account, by: actor.remover)
        }
    }
}

// MARK: - Deciding about the whole

extension Collaboration {
    /// Makes another account with access the owner, and the former owner a guest.
    @discardableResult
    public func transfer(
        to account: AccountIdentifier,
        by actor: Actor
    ) async throws(CollaborationError) -> Change {
        try await act([.transfer(account)], on: account, by: actor) { record throws(CollaborationError) in
            try record.transfer(to: account)
        }
    }

    /// Ends the collaboration: removes all known identities for good, and drops the owner, guests and selections.
    ///
    /// Removed accounts and identities are remembered, so that an update that is sent again later admits none of them. The
    /// collaboration can be started again, by any account that the server lets start it.
    public func end(by actor: Actor) async throws(CollaborationError) -> Change {
        try await act([.end], by: actor) { record in record.end() }
    }

    /// Uses the name up, for a document that was deleted: nothing else stays stored, and every later start is refused.
    ///
    /// It works in every state, also on a record that is damaged, whose entries in the list of an account stay until
    /// ``Collaborations/erase(_:record:)``. To share again later, call ``end(by:)`` instead.
    public func forget() async throws(CollaborationError) -> Change {
        try identifier.check()
        return try await server.writer.change(identifier, by: .server, isDamageIgnored: true) { $0.forget() }
    }
}

extension Collaboration.Actor {
    fileprivate var remover: CollaborationRecord.Remover { self == .server ? .server : .account }
}
