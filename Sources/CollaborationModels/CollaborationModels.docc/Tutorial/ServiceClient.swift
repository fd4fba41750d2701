import CollaborationCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The app's server over HTTP, as one account reaches it: the example `CollaborationService`.
public struct ServiceClient: RecipeServer {
    private let address: URL
    private var token: String

    /// Uses the token that the person's account has got by signing in to the app.
    public init(address: URL, token: String) {
        self.address = address
        self.token = token
    }

    /// Gets a token for any account, which the service gives in development mode alone.
    public init(address: URL, account: AccountIdentifier) async throws {
        self.init(address: address, token: "")
        let request = try JSONEncoder().encode(["account": account])
        let answer = try await send("POST", "development/tokens", request)
        token = try JSONDecoder().decode([String: String].self, from: answer)["token"] ?? ""
    }

    /// Makes a collaboration of a recipe, if the selection is one that the service offers.
    public func start(_ request: StartRequest) async throws -> StartResponse {
        try StartResponse(json: await send("POST", "collaborations", request.json))
    }

    /// Adds and removes participants.
    public func apply(_ update: ParticipantsUpdate) async throws {
        let path = "collaborations/\(update.collaborationIdentifier.rawValue)/participants"
        _ = try await send("POST", path, update.json)
    }

    /// Whether the account has access to what a link leads to.
    public func canOpen(_ url: URL) async throws -> Bool {
        do {
            _ = try await send("GET", "collaborations/\(url.lastPathComponent)")
            return true
        } catch let refusal as ServerRefusal where refusal.status == 403 {
            return false
        }
    }

    /// Issues a challenge for this account.
    public func challenge(for collaboration: CollaborationIdentifier) async throws -> ChallengeMessage {
        try ChallengeMessage(json: await send("POST", "collaborations/\(collaboration.rawValue)/challenge"))
    }

    /// Grants this account access, or throws.
    public func admit(_ answer: IdentityProofAnswer, to collaboration: CollaborationIdentifier) async throws {
        _ = try await send("POST", "collaborations/\(collaboration.rawValue)/proof", answer.json)
    }

    /// The system allows 15 seconds for everything, so a request gets a few of them.
    private func send(_ method: String, _ path: String, _ body: Data? = nil) async throws -> Data {
        var request = URLRequest(url: address.appending(path: path), timeoutInterval: 5)
        request.httpMethod = method
        request.httpBody = body
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
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
