import CollaborationCore
import Foundation

/// What the app asks of its server.
///
/// The example `DocumentServer` answers this at `/documents/ID/share`, `/participants`, `/documents/ID/challenge` and
/// `/documents/ID/proof`. The account is that of the connection.
public protocol RecipeServer: Sendable {
    /// Makes a collaboration of a recipe, or returns the one that there is.
    func startCollaboration(
        of recipe: LocalCollaborationIdentifier,
        selectedOptions: [String]
    ) async throws -> (url: URL, identifier: CollaborationIdentifier)

    /// Adds and removes participants.
    func apply(_ update: ParticipantsUpdate) async throws

    /// Issues a challenge for this account.
    func challenge(for collaboration: CollaborationIdentifier) async throws -> Data

    /// Grants this account access, or throws.
    func admit(_ answer: IdentityProofAnswer, to collaboration: CollaborationIdentifier) async throws
}
