public import CollaborationCore

/// Decides which accounts have access to which collaborations.
///
/// The server authenticates accounts in its own way. It passes on what the sender's app and the participants'
/// devices send:
///
///     let collaborations = CollaborationAccess(
///         store: InMemoryCollaborationStore(),
///         challenges: try ChallengeAuthority(key: key)
///     )
///     // From the sender's app:
///     try await collaborations.apply(update)
///     // To a participant's device, and back:
///     let challenge = collaborations.challenge(for: "doc-42", account: "bob")
///     try await collaborations.admit(proof, answering: challenge, as: "bob", to: "doc-42")
///     // At every request:
///     guard try await collaborations.access(of: "bob", to: "doc-42") != nil else { … }
///
/// Only participants are stored here. Check yourself whether an account owns a document, and who may invite or remove.
/// Each account that is passed is one that the server has authenticated.
///
/// A call throws what the store throws and ``MalformedRecordError`` for a damaged record; one that changes a record also
/// ``CollaborationConflictError``.
///
/// All state is in the store, so that any number of tasks may use one value. Make one for each store and process: calls
/// on one collaboration wait for each other instead of conflicting.
public struct CollaborationAccess: Sendable {
    var writer: RecordWriter
    let challenges: ChallengeAuthority
    let proofPolicy: IdentityProofPolicy
    let pairingPolicy: PairingPolicy
    let signatureVerifier: SignatureVerifier

    /// Makes a value that decides with a store and an authority.
    ///
    /// - Parameters:
    ///   - store: Stores the participants and the used challenges.
    ///   - challenges: Issues and validates challenges.
    ///   - proofPolicy: The encodings and depths of a proof that are accepted.
    ///   - pairingPolicy: What happens to an identity that is paired with an account when a second account
    ///     proves it.
    ///   - signatureVerifier: Verifies the signatures of proofs: this package's verifier, your own, or both.
    public init(
        store: any CollaborationStore,
        challenges: ChallengeAuthority,
        proofPolicy: IdentityProofPolicy = .standard,
        pairingPolicy: PairingPolicy = .refuse,
        signatureVerifier: SignatureVerifier = .standard
    ) {
        writer = RecordWriter(store)
        self.challenges = challenges
        self.proofPolicy = proofPolicy
        self.pairingPolicy = pairingPolicy
        self.signatureVerifier = signatureVerifier
    }

    /// Returns the identities that give an account access to a collaboration, at least one; nil if it has no access.
    ///
    /// Ask it at every request, since access may have been revoked. A mention event names a person by one of the
    /// identities.
    public func access(
        of account: AccountIdentifier,
        to collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity>? {
        try access(of: account, in: await store.record(of: collaboration))
    }

    /// Returns the identities that give an account access by what the store holds about a collaboration.
    ///
    /// A server that keeps its documents in the same database can read a document and this record at once. A document
    /// that was read later than the record may have a text that was written after the account was removed.
    public func access(
        of account: AccountIdentifier,
        in stored: StoredRecord?
    ) throws(MalformedRecordError) -> Set<Person.Identity>? {
        guard let stored else { return nil }
        let identities = try CollaborationRecord.identities(of: account, in: stored.bytes)
        return identities.isEmpty ? nil : identities
    }

    /// Returns all that is known about a collaboration: an empty record for one that is not known.
    public func record(of collaboration: CollaborationIdentifier) async throws -> CollaborationRecord {
        guard let stored = try await store.record(of: collaboration) else { return CollaborationRecord() }
        return try CollaborationRecord(storedForm: stored.bytes)
    }

    var store: any CollaborationStore { writer.store }

    /// Changes a record by its rules, and stores it with the index of accounts if it has changed.
    ///
    /// The rules may be applied several times, to what is stored each time.
    func change<Outcome: Sendable>(
        _ collaboration: CollaborationIdentifier,
        by rules: @escaping @Sendable (inout CollaborationRecord) throws -> Outcome
    ) async throws -> Outcome {
        try collaboration.check()
        return try await writer.change(collaboration) { stored in
            let before = try stored.map { try CollaborationRecord(storedForm: $0) } ?? CollaborationRecord()
            var record = before
            let outcome = try rules(&record)
            guard record != before else { return .keep(outcome) }
            let (had, have) = (before.accounts, record.accounts)
            return .replace(
                record.isEmpty ? nil : StoredRecord(bytes: record.storedForm),
                accounts: AccountChanges(added: have.subtracting(had), removed: had.subtracting(have)),
                outcome
            )
        }
    }
}
