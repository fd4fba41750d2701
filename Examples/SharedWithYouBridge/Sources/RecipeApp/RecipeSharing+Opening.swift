import CollaborationModels
import CollaborationCore
import Foundation

extension RecipeSharing {
    /// Opens a link that someone shared: proves to the server that this device was invited.
    ///
    /// - Parameter url: The universal link.
    /// - Returns: The collaboration, to which the account has access now.
    /// - Throws: ``OpeningError``, or what the server and the highlight center throw.
    public func open(_ url: URL) async throws -> CollaborationHighlight {
        let highlight = try await center.collaborationHighlight(for: url)
        let collaboration = highlight.collaborationIdentifier
        let challenge = try Challenge(data: try await server.challenge(for: collaboration))
        // The device signs any bytes. A challenge for another account would let that account in.
        guard challenge.isIssued(for: collaboration, account: account) else {
            throw OpeningError.challengeForAnotherAccount
        }
        let proof = try await center.signedIdentityProof(for: highlight, using: challenge.data)
        guard !proof.isEmpty else { throw OpeningError.noProofYet }
        try await server.admit(
            IdentityProofAnswer(challenge: challenge.data, proof: proof),
            to: collaboration
        )
        return highlight
    }
}

/// Why a link cannot be opened.
public enum OpeningError: Error {
    /// The server sent a challenge that is not for this account and this collaboration; nothing was signed.
    case challengeForAnotherAccount

    /// The device has no proof yet, such as one that was added after the invitation: ask again later.
    case noProofYet
}
