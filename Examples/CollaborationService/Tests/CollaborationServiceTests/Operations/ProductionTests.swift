import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import CollaborationService

@Suite("Production mode", .timeLimit(.minutes(30)))
struct ProductionTests {
    private static let keys = (0..<4).map { number in
        Data((number + 1...number + 32).map { UInt8($0) }).base64EncodedString()
    }
    private static let environment = [
        "MODE": "production", "CHALLENGE_KEY": keys[0], "ACCOUNTS_SECRET": keys[3],
        "HTTP_PUBLIC_URL": "https://documents.example.com",
    ]

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func settings(_ environment: [String: String] = [:]) async throws -> Settings {
        try await folder.settings(["--http-port", "0"], Self.environment.merging(environment) { $1 })
    }

    private func server(_ settings: Settings) async throws -> Server {
        Server(
            settings: settings,
            stores: try await Stores.open(settings.database),
            accounts: AccountTokens(settings.accounts),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    @Test("A server in production mode has no page and gives no tokens")
    func page() async throws {
        try await server(settings()).application().test(.router) { client async throws in
            let body = ByteBuffer(string: #"{"account":"alice"}"#)
            for path in ["/", "/page.js", "/development/events"] {
                #expect(try await client.execute(uri: path, method: .get).status == .notFound)
            }
            let tokens = try await client.execute(
                uri: "http://127.0.0.1/development/tokens",
                method: .post,
                body: body
            )
            #expect(tokens.status == .notFound)
        }
    }

    @Test("A server makes links that begin with the public URL of its settings")
    func publicURL() async throws {
        let server = try await server(settings())
        let token = try server.accounts.issue(for: "alice", lifetime: .seconds(86_400))
        try await server.application().test(.router) { client async throws in
            let headers: HTTPFields = [.authorization: "Bearer \(token)"]
            let body = ByteBuffer(string: #"{"title":"","text":""}"#)
            let created = try await client.execute(
                uri: "/documents",
                method: .post,
                headers: headers,
                body: body
            )
            let document = try created.decoded(as: Reply.self).identifier
            let shared = try await client.execute(
                uri: "/documents/\(document)/share",
                method: .post,
                headers: headers
            )
            #expect(shared.text.contains("https://documents.example.com/documents/\(document)"))
        }
    }

    @Test("A server whose database is closed is not ready, and is healthy")
    func closedDatabase() async throws {
        let server = try await server(settings())
        await server.stores.close()
        try await server.application().test(.router) { client async throws in
            let ready = try await client.execute(uri: "/ready", method: .get)
            #expect(ready.status == .serviceUnavailable && ready.text == "database-failed")
            #expect(try await client.execute(uri: "/health", method: .get).status == .ok)
        }
    }

    @Test("A challenge of a former key is accepted, and one of an unknown key is not")
    func formerChallengeKeys() async throws {
        let store = StoreIdentifier()
        let former = try await settings(["CHALLENGE_KEY": Self.keys[1]]).challenges.authority
        let challenge = former.issue(for: "doc", account: "bob", store: store)
        for (formerKey, isAccepted) in [(Self.keys[1], true), (Self.keys[2], false)] {
            let current = try await settings(["CHALLENGE_FORMER_KEYS": formerKey]).challenges.authority
            let valid: Void? = try? current.validate(challenge, for: "doc", account: "bob", store: store)
            #expect((valid != nil) == isAccepted)
        }
    }

    @Test("A token of a former secret is accepted, and one for another issuer or audience is not")
    func tokens() async throws {
        let own = ["ACCOUNTS_ISSUER": "https://id.example.com", "ACCOUNTS_AUDIENCE": "documents"]
        func tokens(_ environment: [String: String]) async throws -> AccountTokens {
            AccountTokens(try await settings(own.merging(environment) { $1 }).accounts)
        }
        let current = try await tokens(["ACCOUNTS_FORMER_SECRETS": Self.keys[1]])
        for (environment, isAccepted) in [
            (["ACCOUNTS_SECRET": Self.keys[1]], true), (["ACCOUNTS_SECRET": Self.keys[2]], false),
            (["ACCOUNTS_ISSUER": "https://other.example.com"], false), (["ACCOUNTS_AUDIENCE": "mail"], false),
        ] {
            let token = try await tokens(environment).issue(for: "bob", lifetime: .seconds(86_400))
            let account = try? current.account(of: token)
            #expect((account == "bob") == isAccepted)
        }
    }

    @Test("A token names the issuer and the audience of the settings")
    func claims() async throws {
        let own = ["ACCOUNTS_ISSUER": "https://id.example.com", "ACCOUNTS_AUDIENCE": "documents"]
        let tokens = AccountTokens(try await settings(own).accounts)
        let token = try tokens.issue(for: "bob", lifetime: .seconds(60))
        let payload = token.utf8.split(separator: UInt8(ascii: "."))[1].map { $0 }.base64URLDecoded
        let claims = try StrictJSONDecoder().decode(TokenClaims.self, from: payload)
        #expect(claims.iss == "https://id.example.com")
        #expect(claims.aud?.names == ["documents"])
    }

    @Test("A key file that the group can read is refused, and one that only its owner can use is not")
    func keyFile() async throws {
        _ = try await folder.settings()
        for (permissions, isAccepted) in [(0o640, false), (0o604, false), (0o620, false), (0o600, true)] {
            try FileManager.default.setAttributes(
                [.posixPermissions: permissions],
                ofItemAtPath: "\(folder.path)/collaboration-service-keys.json"
            )
            let settings = try? await folder.settings()
            #expect((settings != nil) == isAccepted)
        }
    }
}
