import CollaborationCore
import Foundation

/// What the app asks of its server, as the account that is signed in.
public protocol RecipeServer: Sendable {
    /// Makes a collaboration of a recipe, with the options that the person selected.
    func start(_ request: StartRequest) async throws -> StartResponse

    /// Adds and removes participants.
    func apply(_ update: ParticipantsUpdate) async throws

    /// Whether the account has access to what a link leads to.
    func canOpen(_ url: URL) async throws -> Bool

    /// Issues a challenge for this account.
    func challenge(for collaboration: CollaborationIdentifier) async throws -> ChallengeMessage

    /// Grants this account access, or throws.
    func admit(_ answer: IdentityProofAnswer, to collaboration: CollaborationIdentifier) async throws
}
