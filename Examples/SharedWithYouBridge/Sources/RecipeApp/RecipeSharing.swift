import CollaborationModels
import Foundation

/// Shares recipes: carries out the system's actions, opens links, and posts notices.
public final class RecipeSharing: CollaborationActionHandler {
    private let server: any RecipeServer
    private let center: any HighlightCenter
    private let account: AccountIdentifier

    /// Makes the part of the app that shares.
    ///
    /// - Parameters:
    ///   - server: The app's server.
    ///   - center: The device's highlight center.
    ///   - account: The account that is signed in.
    public init(server: any RecipeServer, center: any HighlightCenter, account: AccountIdentifier) {
        self.server = server
        self.center = center
        self.account = account
    }

    /// Asks the server for a link.
    public func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: StartCollaborationAction
    ) {
        Task {
            do {
                let metadata = action.collaborationMetadata
                let options = metadata.userSelectedShareOptions ?? metadata.defaultShareOptions
                let started = try await server.startCollaboration(
                    of: metadata.localIdentifier,
                    selectedOptions: options?.selectedOptionsIdentifiers ?? []
                )
                try action.fulfill(using: started.url, collaborationIdentifier: started.identifier)
            } catch {
                action.fail()
            }
        }
    }

    /// Tells the server who was added and who was removed.
    public func collaborationCoordinator(
        _ coordinator: CollaborationCoordinator,
        handle action: UpdateCollaborationParticipantsAction
    ) {
        Task {
            do {
                try await server.apply(ParticipantsUpdate(action))
                action.fulfill()
            } catch {
                action.fail()
            }
        }
    }

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

    /// Tells the other participants that this person edited a recipe.
    public func didEdit(_ highlight: CollaborationHighlight) {
        center.postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .edit))
    }

    /// Tells a participant that this person mentioned them.
    public func didMention(_ identity: Person.Identity, in highlight: CollaborationHighlight) {
        center.postNotice(
            for: HighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: identity)
        )
    }
}

/// Why a link cannot be opened.
public enum OpeningError: Error {
    /// The server sent a challenge that is not for this account and this collaboration; nothing was signed.
    case challengeForAnotherAccount

    /// The device has no proof yet, such as one that was added after the invitation: ask again later.
    case noProofYet
}
