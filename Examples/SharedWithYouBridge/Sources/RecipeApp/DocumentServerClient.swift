import CollaborationModels
import CollaborationCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The app's server over HTTP, as one account reaches it: the example `DocumentServer`.
public struct DocumentServerClient: RecipeServer {
    private let address: URL
    private var token: String

    /// Uses the token that the person's account has got by signing in to the app.
    public init(address: URL, token: String) {
        self.address = address
        self.token = token
    }

    /// Gets a token for any account, which the server gives in development mode alone.
    public init(address: URL, account: AccountIdentifier) async throws {
        self.init(address: address, token: "")
        let request = try JSONEncoder().encode(["account": account])
        token = try await send("POST", "development/tokens", request, as: Token.self).token
    }

    /// Stores a new recipe, to which the server gives an identifier.
    public func createRecipe(title: String, text: String) async throws -> Recipe {
        let draft = try JSONEncoder().encode(["title": title, "text": text])
        let document = try await send("POST", "documents", draft, as: Document.self)
        return Recipe(identifier: LocalCollaborationIdentifier(document.identifier), title: title, text: text)
    }

    /// Reads the text of a recipe, for its owner and its participants.
    public func text(of recipe: CollaborationIdentifier) async throws -> String {
        try await send("GET", "documents/\(recipe.rawValue)", as: Document.self).text
    }

    /// Shares a recipe; the example server knows no options.
    public func startCollaboration(
        of recipe: LocalCollaborationIdentifier,
        selectedOptions: [String]
    ) async throws -> (url: URL, identifier: CollaborationIdentifier) {
        let share = try await send("POST", "documents/\(recipe.rawValue)/share", as: Share.self)
        return (share.url, share.collaborationIdentifier)
    }

    /// Adds and removes participants.
    public func apply(_ update: ParticipantsUpdate) async throws {
        _ = try await send("POST", "participants", JSONEncoder().encode(update))
    }

    /// Asks for a challenge; the decoder turns its base64 into the bytes to sign.
    public func challenge(for collaboration: CollaborationIdentifier) async throws -> Data {
        try await send("POST", "documents/\(collaboration.rawValue)/challenge", as: ChallengeAnswer.self)
            .challenge
    }

    /// Sends a proof.
    public func admit(
        _ answer: IdentityProofAnswer,
        to collaboration: CollaborationIdentifier
    ) async throws {
        let body = try JSONEncoder().encode(answer)
        _ = try await send("POST", "documents/\(collaboration.rawValue)/proof", body)
    }

    private struct Token: Decodable { let token: String }
    private struct Document: Decodable { let identifier, text: String }
    private struct ChallengeAnswer: Decodable { let challenge: Data }
    private struct Share: Decodable {
        let collaborationIdentifier: CollaborationIdentifier
        let url: URL
    }

    private func send<Answer: Decodable>(
        _ method: String,
        _ path: String,
        _ body: Data? = nil,
        as type: Answer.Type
    ) async throws -> Answer {
        try StrictJSONDecoder().decode(type, from: try await send(method, path, body))
    }

    /// The system allows 15 seconds for everything, so a request gets a few of them.
    private func send(_ method: String, _ path: String, _ body: Data? = nil) async throws -> Data {
        var request = URLRequest(url: address.appending(path: path), timeoutInterval: 5)
        request.httpMethod = method
        request.httpBody = body
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (answer, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else { throw ServerRefusal(status: status) }
        return answer
    }
}

/// The server's answer was no success; 403 says that the account has no access, and not why.
public struct ServerRefusal: Error {
    /// The status of HTTP.
    public let status: Int
}
