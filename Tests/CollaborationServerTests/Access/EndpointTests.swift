import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

/// The two endpoints of a server that take a body, as its author would write them.
private struct Endpoints {
    struct Answer: Codable {
        var challenge: Data
        var proof: Person.SignedIdentityProof
    }

    let access: CollaborationAccess

    func admit(_ body: Data, as account: AccountIdentifier) async -> Response {
        await Response {
            let answer = try decode(Answer.self, from: body)
            try await access.admit(answer.proof, answering: answer.challenge, as: account, to: "doc-42")
        }
    }

    func update(_ body: Data) async -> Response {
        await Response { try await access.apply(decode(ParticipantsUpdate.self, from: body)) }
    }

    /// Without the byte after the body, Foundation's decoder traps where the last one opens an array too many.
    private func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        try JSONDecoder().decode(type, from: body + Data("\n".utf8))
    }
}

/// What an endpoint answers, and what it writes to its log.
private struct Response {
    var status: Int
    var body: Data?
    var reason: AccessRefusal?

    init(_ work: () async throws -> Void) async {
        do {
            try await work()
            status = 200
        } catch {
            reason = AccessRefusal(error)
            body = reason.flatMap { try? JSONEncoder().encode($0.publicAnswer) }
            status =
                if reason != nil { PublicRefusal.statusCode } else { error is DecodingError ? 400 : 500 }
        }
    }
}

@Suite("An endpoint")
struct EndpointTests {
    let server = Server()
    let bob = SimulatedPerson("Bob")
    let invited: DerivedIdentity

    init() async throws {
        invited = try bob.identity(in: "doc-42")
        try await server.access.addParticipants([invited.identity], to: "doc-42")
    }

    private func body(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> Data {
        let challenge = server.access.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        let sent = try JSONEncoder().encode(Endpoints.Answer(challenge: challenge, proof: proof))
        var answer = try #require(try JSONSerialization.jsonObject(with: sent) as? [String: Any])
        var fields = try #require(answer["proof"] as? [String: Any])
        change(&fields)
        answer["proof"] = fields
        return try JSONSerialization.data(withJSONObject: answer)
    }

    @Test("answers each body with its status, and every refusal with the same bytes")
    func statuses() async throws {
        let endpoints = Endpoints(access: server.access)
        let refusals: [(body: Data, reason: AccessRefusal)] = try [
            (
                body { $0["inclusionHashes"] = [String](repeating: "AAAA", count: 32) },
                .invalidProof(.malformedInclusionHash)
            ),
            (body { $0["publicKeyIndex"] = -1 }, .invalidProof(.publicKeyIndexOutOfRange)),
            (body { $0["publicKey"] = "AAAA" }, .invalidProof(.malformedPublicKey)),
            (body { $0["signatureData"] = "AAAA" }, .invalidProof(.malformedSignature)),
        ]
        for refusal in refusals {
            let response = await endpoints.admit(refusal.body, as: "bob")
            #expect(response.status == 403)
            #expect(response.reason == refusal.reason)
            #expect(response.body == Data(#"{"error":"accessDenied"}"#.utf8))
        }
        let noRequests = try [
            Data("{".utf8), Data(repeating: UInt8(ascii: "["), count: 513), body { $0["publicKey"] = nil },
            body { $0["publicKey"] = "?" },
        ]
        for noRequest in noRequests {
            let response = await endpoints.admit(noRequest, as: "bob")
            #expect(response.status == 400)
            #expect(response.body == nil)
        }
        let broken = Endpoints(
            access: CollaborationAccess(store: BrokenStore(), challenges: server.challenges)
        )
        #expect(try await broken.admit(body(), as: "bob").status == 500)
        #expect(try await endpoints.admit(body(), as: "bob").status == 200)
    }

    @Test("An update with a malformed root hash is answered with status 400")
    func updates() async throws {
        func update(_ rootHash: Data) -> Data {
            let hashes = #"[{"rootHash":"\#(rootHash.base64EncodedString())"}]"#
            return Data(
                #"{"collaborationIdentifier":"doc-42","addedIdentities":\#(hashes),"removedIdentities":[]}"#
                    .utf8
            )
        }
        let endpoints = Endpoints(access: server.access)
        let response = await endpoints.update(update(Data(repeating: 7, count: 31)))
        #expect(response.status == 400)
        #expect(response.reason == nil)
        #expect(await endpoints.update(update(Data(repeating: 7, count: 32))).status == 200)
    }
}
