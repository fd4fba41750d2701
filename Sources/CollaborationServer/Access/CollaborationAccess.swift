public import CollaborationModels

/// Who may open which collaboration: the one type that a server talks to.
///
/// The server authenticates accounts in its own way and passes on what the sender's app and the participants'
/// devices send:
///
///     let access = CollaborationAccess(store: InMemoryParticipantStore(), challenges: ChallengeAuthority(key: key))
///     try await access.apply(update)                                              // from the sender's app
///     let challenge = access.challenge(for: "doc-42", account: "bob")             // to a participant's device
///     try await access.admit(proof, answering: challenge, as: "bob", to: "doc-42")  // back from the device
///     guard try await access.access(of: "bob", to: "doc-42") != nil else { … }    // at every request
///
/// Those who own a document without having been invited to it, such as its author, are the server's own
/// affair.
///
/// All state is in the store. A value may be used from any number of tasks at once.
public struct CollaborationAccess: Sendable {
    let store: any ParticipantStore
    let challenges: ChallengeAuthority
    let proofPolicy: IdentityProofPolicy
    let pairingPolicy: PairingPolicy

    /// Puts a server's decisions together.
    ///
    /// - Parameters:
    ///   - store: Where participants are kept.
    ///   - challenges: What issues and checks challenges.
    ///   - proofPolicy: The encodings and depths of a proof that are accepted.
    ///   - pairingPolicy: What becomes of an identity that is paired with an account when a second account
    ///     proves it.
    public init(
        store: any ParticipantStore,
        challenges: ChallengeAuthority,
        proofPolicy: IdentityProofPolicy = .standard,
        pairingPolicy: PairingPolicy = .refuse
    ) {
        self.store = store
        self.challenges = challenges
        self.proofPolicy = proofPolicy
        self.pairingPolicy = pairingPolicy
    }

    /// The accounts that have access to a collaboration.
    ///
    /// - Parameter collaboration: The collaboration.
    /// - Returns: The accounts, none for a collaboration that is not known.
    /// - Throws: What the store throws.
    public func accounts(in collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await store.accounts(in: collaboration)
    }

    /// Tells whether an account has access to a collaboration now.
    ///
    /// - Parameters:
    ///   - account: The account, as the server has authenticated it.
    ///   - collaboration: The collaboration.
    /// - Returns: The access with the identities that give it, or nil.
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
