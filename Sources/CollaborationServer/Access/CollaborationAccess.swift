public import CollaborationModels

/// Decides which accounts have access to which collaborations.
///
/// The server authenticates accounts in its own way. It passes on what the sender's app and the participants'
/// devices send:
///
///     let collaborations = CollaborationAccess(
///         store: InMemoryParticipantStore(),
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
/// Only participants are stored here. Check yourself whether an account owns a document.
///
/// All state is in the store, so that any number of tasks may use one value.
public struct CollaborationAccess: Sendable {
    let store: any ParticipantStore
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
        store: any ParticipantStore,
        challenges: ChallengeAuthority,
        proofPolicy: IdentityProofPolicy = .standard,
        pairingPolicy: PairingPolicy = .refuse,
        signatureVerifier: SignatureVerifier = .standard
    ) {
        self.store = store
        self.challenges = challenges
        self.proofPolicy = proofPolicy
        self.pairingPolicy = pairingPolicy
        self.signatureVerifier = signatureVerifier
    }

    /// Returns the accounts that have access to a collaboration.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The accounts, none for a collaboration that is not known.
    /// - Throws: What the store throws.
    public func accounts(in collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await store.accounts(in: collaboration)
    }

    /// Tells whether an account has access to a collaboration now.
    ///
    /// Ask it at every request, since access may have been revoked.
    ///
    /// - Parameters:
    ///   - account: The account, as the server has authenticated it.
    ///   - collaboration: The collaboration.
    /// - Returns: The access with the identities that give it; nil without access.
    /// - Throws: What the store throws.
    public func access(
        of account: AccountIdentifier,
        to collaboration: CollaborationIdentifier
    ) async throws -> GrantedAccess? {
        let identities = try await store.identities(of: account, in: collaboration)
        guard !identities.isEmpty else { return nil }
        return GrantedAccess(collaborationIdentifier: collaboration, account: account, identities: identities)
    }
}
