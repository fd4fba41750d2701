import CollaborationCore
import CollaborationServer
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@testable import CollaborationService

@Suite("Production mode", .timeLimit(.minutes(30)))
struct ProductionTests {
    private static let keys = (5..<8).map { Data($0...$0 + 31).base64EncodedString() }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("A server in production makes links that begin with its public URL")
    func links() async throws {
        let options = #"{"optionsGroups": [{"identifier": "a", "options": [{"identifier": "write", "title": "b"}]}]}"#
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
        }
    }

    @Test("A challenge of another accepted key is accepted, and one of an unknown key is not")
    func challengeKeys() async throws {
        let store = InMemoryCollaborationStore()
        func collaborations(_ keys: String) async throws -> Collaborations {
            let environment = TemporaryFolder.production.merging(["CHALLENGE_KEY": keys]) { $1 }
            return try await folder.settings([], environment).collaborations(in: store)
        }
        // What a device without a proof sends.
        let proof = try Person.IdentityProof(publicKey: Data(), publicKeyIndex: 0, inclusionHashes: [])
        let answer = IdentityProofAnswer(
            challenge: try await collaborations(Self.keys[1])["doc"].challenge(as: "bob").bytes,
            proof: Person.SignedIdentityProof(personIdentityProof: proof, signatureData: Data())
        )
        for (keys, isAccepted) in [("\(Self.keys[0]),\(Self.keys[1])", true), (Self.keys[2], false)] {
            let error = await #expect(throws: CollaborationError.self) {
                try await collaborations(keys)["doc"].admit(answer, as: "bob")
            }
            #expect((error == .refused(.forgedChallenge)) != isAccepted)
        }
    }
}
