import CollaborationCore
import CollaborationServer
import Foundation

/// A server in the app's own process, as one account reaches it: to try the app before there is a server.
public struct LocalServer: RecipeServer {
    private static let collaborations = Collaborations(store: InMemoryCollaborationStore(), key: ChallengeKey())
    private static let link = "https://recipes.example/collaborations/"

    private let account: AccountIdentifier

    /// Reaches the server as an account.
    public init(account: AccountIdentifier) {
        self.account = account
    }

    /// Makes a collaboration of a recipe, if the selection is one that the app offers.
    public func start(_ request: StartRequest) async throws -> StartResponse {
        let collaboration = CollaborationIdentifier(request.localIdentifier.rawValue)
        let offered = try Recipe.options()
        try await Self.collaborations.start(collaboration, with: request, offering: offered, by: account)
        guard let url = URL(string: Self.link + collaboration.rawValue) else { throw URLError(.badURL) }
        return StartResponse(collaborationIdentifier: collaboration, url: url)
    }

    /// Adds and removes participants.
    public func apply(_ update: ParticipantsUpdate) async throws {
        try await Self.collaborations.apply(update, to: update.collaborationIdentifier, by: account)
    }

    /// Whether the account has access to what a link leads to.
    public func canOpen(_ url: URL) async throws -> Bool {
        let collaboration = CollaborationIdentifier(url.lastPathComponent)
        return try await Self.collaborations.access(of: account, to: collaboration) != nil
    }

    /// Issues a challenge for this account.
    public func challenge(for collaboration: CollaborationIdentifier) async throws -> ChallengeMessage {
        try Self.collaborations.challenge(for: collaboration, account: account)
    }

    /// Grants this account access, or throws.
    public func admit(_ answer: IdentityProofAnswer, to collaboration: CollaborationIdentifier) async throws {
        try await Self.collaborations.admit(answer, as: account, to: collaboration)
    }
}
