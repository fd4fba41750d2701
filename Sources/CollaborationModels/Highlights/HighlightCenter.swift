public import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The device's list of what was shared with the user.
///
/// Apple has the class `SWHighlightCenter`. This protocol has what an app uses of it, so that a test can
/// replace it. On a device, an app uses `SystemHighlightCenter` of `SharedWithYouBridge`, which has Apple's
/// center behind a lock and makes Apple's events.
public protocol HighlightCenter: Sendable {
    /// The title above a list of highlights: Apple's, in the language of the device.
    ///
    /// The default is the English one.
    var highlightCollectionTitle: String { get }

    /// Whether the system fully supports collaboration.
    ///
    /// Ask when the app is about to offer collaboration, and offer only a copy or a link of your own where it is
    /// false. The default is true.
    var isSystemCollaborationSupportAvailable: Bool { get }

    /// The highlights of the app's links, the most important first.
    ///
    /// That of a collaboration has a ``Highlight/collaboration``.
    var highlights: [Highlight] { get }

    /// A new subscription to ``highlights``: the current list, then the list after each change.
    ///
    /// Apple has a delegate for this, `SWHighlightCenterDelegate`.
    var highlightUpdates: AsyncStream<[Highlight]> { get }

    /// Finds the highlight that has a link.
    ///
    /// - Throws: ``HighlightCenterError/invalidURL`` when no highlight has the link.
    func highlight(for url: URL) async throws(HighlightCenterError) -> Highlight

    /// Finds the collaboration that has a link.
    ///
    /// - Throws: ``HighlightCenterError/invalidURL`` when no collaboration has the link.
    func collaborationHighlight(for url: URL) async throws(HighlightCenterError) -> CollaborationHighlight

    /// Finds the collaboration that has an identifier.
    ///
    /// - Throws: ``HighlightCenterError/invalidURL`` when the device has no such collaboration.
    func collaborationHighlight(
        forIdentifier collaborationIdentifier: CollaborationIdentifier
    ) throws(HighlightCenterError) -> CollaborationHighlight

    /// Signs data with this device's key for a collaboration, and proves that the key belongs to the user's identity.
    ///
    /// The device signs any bytes. For a challenge of a server use ``answer(_:for:account:)``, which looks whom it is
    /// for; otherwise somebody else could be let in by this user's identity.
    ///
    /// On a device the lookup of the identity and the signing together may take three seconds; after that the
    /// call throws. A device that has no proof yet, such as one that was added after the invitation, still
    /// signs: its proof then has an empty key and no hashes, and the app asks again later.
    ///
    /// - Parameters:
    ///   - highlight: The collaboration.
    ///   - data: The bytes to sign: a challenge of the server, or a nonce.
    /// - Returns: The proof, with a signature over exactly these bytes.
    /// - Throws: ``HighlightCenterError/internalError`` when the device cannot sign in time.
    func signedIdentityProof(for highlight: CollaborationHighlight, using data: Data) async throws(HighlightCenterError)
        -> Person.SignedIdentityProof

    /// Shows a notice of an event to the other participants.
    func postNotice(for event: any HighlightEvent)

    /// Removes the notices of a collaboration.
    func clearNotices(for highlight: CollaborationHighlight)
}

extension HighlightCenter {
    /// Apple's title in English, "Shared with You".
    public var highlightCollectionTitle: String { "Shared with You" }

    /// True.
    public var isSystemCollaborationSupportAvailable: Bool { true }
}

extension HighlightCenter {
    /// Answers a challenge of the app's server with a proof that this device was invited.
    ///
    /// It refuses to sign a challenge that is not for this account and this collaboration: whoever relays such a challenge
    /// would get in by this person's identity. Ask the server first whether the account has access, and prove only if it
    /// has none: somebody who has access needs no proof.
    ///
    /// - Parameters:
    ///   - challenge: What the server issued.
    ///   - highlight: The collaboration that the app opens.
    ///   - account: The account that is signed in to the app, as the server knows it.
    /// - Returns: The message to send to the server.
    /// - Throws: ``ProofAnswerError``.
    public func answer(
        _ challenge: ChallengeMessage,
        for highlight: CollaborationHighlight,
        account: AccountIdentifier
    ) async throws(ProofAnswerError) -> IdentityProofAnswer {
        do throws(CollaborationError) {
            try challenge.check(for: highlight.collaborationIdentifier, account: account)
        } catch {
            guard case .refused(let reason) = error else { throw .wrongChallenge(.malformedChallenge) }
            throw .wrongChallenge(reason)
        }
        let proof: Person.SignedIdentityProof
        do throws(HighlightCenterError) {
            proof = try await signedIdentityProof(for: highlight, using: challenge.bytes)
        } catch {
            throw .center(error)
        }
        guard !proof.isEmpty else { throw .noProofYet }
        return IdentityProofAnswer(challenge: challenge.bytes, proof: proof)
    }
}

/// Why a device does not answer a challenge.
public enum ProofAnswerError: LocalizedError, Hashable, CustomStringConvertible {
    /// The device has no proof yet, such as one that was added after the invitation: ask again later.
    case noProofYet

    /// The challenge is malformed, or for another collaboration or account: nothing was signed.
    case wrongChallenge(Refusal)

    /// The highlight center failed.
    case center(HighlightCenterError)

    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .noProofYet: "the device has no proof of the invitation yet"
        case .wrongChallenge(let refusal): "the challenge was not signed: \(refusal)"
        case .center(let error): error.description
        }
    }

    /// The description.
    public var errorDescription: String? { description }
}

/// Why the highlight center cannot answer, with Apple's codes.
///
/// Apple's name is `SWHighlightCenterErrorCode`, which has a further code, 0, for no error.
public enum HighlightCenterError: Int, LocalizedError, CustomStringConvertible, CaseIterable {
    /// The system failed, for example to sign in time.
    case internalError = 1

    /// No highlight has this link or identifier.
    case invalidURL = 2

    /// The app is not allowed to ask.
    case accessDenied = 3

    /// The reason as a sentence.
    public var description: String {
        switch self {
        case .internalError: "the highlight center failed"
        case .invalidURL: "no highlight has this link or identifier"
        case .accessDenied: "the app is not allowed to ask the highlight center"
        }
    }

    /// The description.
    public var errorDescription: String? { description }
}
