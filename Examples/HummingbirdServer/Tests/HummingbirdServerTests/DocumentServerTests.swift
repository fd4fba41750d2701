import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Testing

@testable import HummingbirdServer

@Suite("Hummingbird server")
struct DocumentServerTests {
    let log = InMemoryLogHandler()
    let bob = SimulatedPerson("Bob"), mallory = SimulatedPerson("Mallory")
    let page = "/documents/doc-42", proof = "/documents/doc-42/proof"

    @Test("An invited person has access after one proof until the removal, and a replay is refused")
    func story() async throws {
        let bobs = [try bob.identity(in: "doc-42").identity]
        try await run { client async throws in
            #expect(try await client.send(to: page, as: "bob").status == 403)
            let added = ParticipantsUpdate(collaborationIdentifier: "doc-42", addedIdentities: bobs)
            #expect(try await client.post(added, to: "/participants", as: "alice").status == 204)
            let answer = try await client.answer(of: bob)
            #expect(try await client.post(answer, to: proof, as: "bob").status == 204)
            #expect(try await client.send(to: page, as: "bob").status == 200)
            #expect(try await client.post(answer, to: proof, as: "bob").status == 403)
            let removed = ParticipantsUpdate(collaborationIdentifier: "doc-42", removedIdentities: bobs)
            #expect(try await client.post(removed, to: "/participants", as: "alice").status == 204)
            #expect(try await client.send(to: page, as: "bob").status == 403)
        }
        #expect(reasons == ["noAccess", "challengeAlreadyUsed", "noAccess"])
    }

    @Test("A stranger can neither get access, nor invite, nor learn which documents exist")
    func stranger() async throws {
        let mallorys = [try mallory.identity(in: "doc-42").identity]
        try await run { client async throws in
            #expect(try await client.post(client.answer(of: mallory), to: proof, as: "mallory").status == 403)
            let added = ParticipantsUpdate(collaborationIdentifier: "doc-42", addedIdentities: mallorys)
            #expect(try await client.post(added, to: "/participants", as: "mallory").status == 403)
            #expect(try await client.send(to: "/documents/doc-43", as: "mallory").status == 403)
            #expect(try await client.send(to: page, as: "").status == 401)
            let key = #""publicKey":"","publicKeyIndex":0,"inclusionHashes":["AA=="],"signatureData":"""#
            let body = #"{"challenge":"","proof":{\#(key)}}"#
            #expect(try await client.send(body, to: proof, as: "mallory").status == 403)
        }
        let expected = ["unknownIdentity", "notTheOwner", "noAccess", "invalidProof(malformedInclusionHash)"]
        #expect(reasons == expected)
    }

    @Test(
        "A malformed request is answered with 400 and the field at fault",
        arguments: [
            ("/participants", "{", "not JSON"),
            ("/participants", "{}", "collaborationIdentifier: missing"),
            ("/participants", String(repeating: "[", count: 513), "not an object"),
            (
                "/participants",
                #"{"collaborationIdentifier":"a","addedIdentities":[{"rootHash":"AA=="}],"removedIdentities":[]}"#,
                "addedIdentities[0].rootHash: not 32 bytes"
            ),
            ("/documents/doc-42/proof", "{}", "challenge: missing"),
            ("/documents/doc-42/proof", #"{"challenge":"%"}"#, "challenge: not base64"),
            ("/documents/doc-42/proof", #"{"challenge":"","proof":{}}"#, "proof.publicKey: missing"),
        ]
    )
    func malformed(path: String, body: String, fault: String) async throws {
        try await run { client async throws in
            let reply = try await client.send(body, to: path, as: "alice")
            #expect(reply.status == 400)
            #expect(String(buffer: reply.body).contains(fault))
        }
    }

    private var reasons: [String] { log.entries.compactMap { $0.metadata["reason"]?.description } }

    private func run(_ story: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        let logger = Logger(label: "test") { _ in log }
        try await Application(router: try DocumentServer().router(), logger: logger).test(.router, story)
    }
}

extension TestClientProtocol {
    /// Asks for a challenge and has the person's device sign it.
    func answer(of person: SimulatedPerson) async throws -> IdentityProofAnswer {
        let reply = try await send("", to: "/documents/doc-42/challenge", as: person.name.lowercased())
        let body = String(buffer: reply.body).utf8
        let challenge = try StrictJSONDecoder().decode(DocumentServer.Challenge.self, from: body).challenge
        let proof = try person.devices[0].signedProof(signing: challenge, for: person.identity(in: "doc-42"))
        return IdentityProofAnswer(challenge: challenge, proof: proof)
    }

    func post(_ body: some Encodable, to path: String, as account: String) async throws -> TestResponse {
        let json = String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
        return try await send(json, to: path, as: account)
    }

    /// Sends a request, with POST if there is JSON and otherwise with GET, and checks that a refusal has no reason.
    func send(_ json: String? = nil, to path: String, as account: String) async throws -> TestResponse {
        let headers: HTTPFields = [.authorization: "Stand-In \(account)"]
        let body = json.map { ByteBuffer(string: $0) }
        let method: HTTPRequest.Method = json == nil ? .get : .post
        let reply = try await executeRequest(uri: path, method: method, headers: headers, body: body)
        if reply.status == 403 { #expect(String(buffer: reply.body) == #"{"error":"accessDenied"}"#) }
        return reply
    }
}
