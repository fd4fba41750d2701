import CollaborationCore
import CollaborationModels
import Foundation

/// What came of opening a link.
public enum Opening: Sendable {
    /// The account has access.
    case open

    /// The system knows no invitation, or the server does not: the link was forwarded, or the person was removed.
    ///
    /// Show how to ask the owner for access; it is also the way of people without Messages.
    case needsInvitation

    /// The device has no proof yet, such as one that was added after the invitation.
    case tryLater
}

extension RecipeSharing {
    /// Opens a link that someone shared.
    ///
    /// Somebody who has access proves nothing. Otherwise this device proves to the server that it was invited.
    ///
    /// - Parameter url: The universal link.
    /// - Throws: What the server throws when it cannot be reached, and `HighlightCenterError.internalError`.
    public func open(_ url: URL) async throws -> Opening {
        if try await server.canOpen(url) { return .open }
        do {
            let highlight = try await center.collaborationHighlight(for: url)
            let challenge = try await server.challenge(for: highlight.collaborationIdentifier)
            let answer = try await center.answer(challenge, for: highlight, account: account)
            try await server.admit(answer, to: highlight.collaborationIdentifier)
            return .open
        } catch CollaborationError.refused(.invalidProof(.emptyProof)) {
            return .tryLater
        } catch HighlightCenterError.invalidURL, CollaborationError.refused {
            return .needsInvitation
        } catch let refusal as ServerRefusal where refusal.status == 403 {
            return .needsInvitation
        }
    }
}
