import CollaborationClient
import CollaborationCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The app's server over HTTP: the example `CollaborationService`, or another one with the same routes.
public nonisolated enum Service {
    /// What links look like: the same as the service's setting `http.link`.
    public static let link = "https://recipes.example/d/{collaboration}"

    /// Reaches the service with tokens that the app has got by its own sign-in.
    public static func server(
        at url: URL,
        token: @escaping @Sendable (AccountIdentifier) async throws -> String
    ) -> some SharingServer {
        HTTPSharingServer(url: url, link: link, token: token)
    }

    /// Gets a token for any account, which the service gives in development mode alone.
    @concurrent
    public static func developmentToken(of account: AccountIdentifier, at url: URL) async throws -> String {
        var request = URLRequest(url: url.appending(path: "development/tokens"))
        request.httpMethod = "POST"
        request.httpBody = try JSONEncoder().encode(["account": account])
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let answer = try await URLSession.shared.data(for: request).0
        return try JSONDecoder().decode([String: String].self, from: answer)["token"] ?? ""
    }
}
