import CollaborationCore
import CollaborationServer
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import CollaborationService

@Suite("Production mode", .timeLimit(.minutes(30)))
struct ProductionTests {
    private static let keys = (4..<8).map { number in
        Data((number + 1...number + 32).map { UInt8($0) }).base64EncodedString()
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func settings(_ environment: [String: String] = [:]) async throws -> Settings {
        try await folder.settings([], TemporaryFolder.production.merging(environment) { $1 })
    }

    @Test(
        "A server in production makes links that begin with its public URL, and has no page and gives no tokens"
    )
    func links() async throws {
        let options =
            #"{"optionsGroups": [{"identifier": "a", "options": [{"identifier": "write", "title": "b"}]}]}"#
        let path = try folder.write(options, to: "options.json")
        let server = try await folder.server(["--options", path], TemporaryFolder.production)
        let token = try #require(try server.settings.accounts.issue(for: "alice"))
        try await server.application().test(.router) { client async throws in
            let started = try await client.execute(
                uri: "/collaborations",
                method: .post,
                headers: [.authorization: "Bearer \(token)"],
                body: ByteBuffer(data: StartRequest(selectedOptions: ["write"]).json)
            )
            let response = try StartResponse(json: started.text.utf8)
            let link = "https://documents.example.com/collaborations/\(response.collaborationIdentifier)"
            #expect(response.url.absoluteString == link)
            #expect(try await client.execute(uri: "/", method: .get).status == .notFound)
            let body = ByteBuffer(string: #"{"account":"alice"}"#)
            let tokens = try await client.execute(uri: "/development/tokens", method: .post, body: body)
            #expect(tokens.status == .notFound)
        }
    }

    @Test("A challenge of another accepted key is accepted, and one of an unknown key is not")
    func challengeKeys() async throws {
        let store = InMemoryCollaborationStore()
        func collaborations(_ keys: String) async throws -> Collaborations {
            let settings = try await settings(["CHALLENGE_KEY": keys])
            return Collaborations(store: store, key: settings.challengeKey, configuration: settings.collaborations)
        }
        let answer = IdentityProofAnswer(
            challenge: try await collaborations(Self.keys[1]).challenge(for: "doc", account: "bob").challenge,
            proof: try .empty
        )
        for (keys, isAccepted) in [("\(Self.keys[0]),\(Self.keys[1])", true), (Self.keys[2], false)] {
            let error = await #expect(throws: CollaborationError.self) {
                try await collaborations(keys).admit(answer, as: "bob", to: "doc")
            }
            #expect((error == .refused(.forgedChallenge)) != isAccepted)
        }
    }

    @Test("A token of another accepted secret is accepted, and one for another issuer or audience is not")
    func tokens() async throws {
        let own = ["ACCOUNTS_ISSUER": "https://id.example.com", "ACCOUNTS_AUDIENCE": "documents"]
        func tokens(_ environment: [String: String]) async throws -> AccountTokens {
            try await settings(own.merging(environment) { $1 }).accounts
        }
        let current = try await tokens(["ACCOUNTS_KEY": "\(Self.keys[0]),\(Self.keys[1])"])
        for (environment, isAccepted) in [
            (["ACCOUNTS_KEY": Self.keys[1]], true), (["ACCOUNTS_KEY": Self.keys[2]], false),
            (["ACCOUNTS_KEY": Self.keys[0], "ACCOUNTS_ISSUER": "https://other.example.com"], false),
            (["ACCOUNTS_KEY": Self.keys[0], "ACCOUNTS_AUDIENCE": "mail"], false),
        ] {
            let token = try #require(try await tokens(environment).issue(for: "bob"))
            let account = try? current.account(of: token)
            #expect((account == "bob") == isAccepted)
        }
    }
}

extension Person.SignedIdentityProof {
    /// What a device without a proof sends.
    fileprivate static var empty: Self {
        get throws {
            let proof = try Person.IdentityProof(publicKey: Data(), publicKeyIndex: 0, inclusionHashes: [])
            return Self(personIdentityProof: proof, signatureData: Data())
        }
    }
}
