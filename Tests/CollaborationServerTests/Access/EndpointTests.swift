import CollaborationModels
import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

/// The endpoints of a server that read a body, as its author would write them.
private struct Endpoints {
    let collaborations: CollaborationAccess

    func admit(_ body: Data, as account: AccountIdentifier) async -> Response {
        await Response {
            let answer = try IdentityProofAnswer(json: body)
            try await collaborations.admit(
                answer.proof,
                answering: answer.challenge,
                as: account,
                to: "doc-42"
            )
        }
    }

    func update(_ body: Data) async -> Response {
        await Response { try await collaborations.apply(ParticipantsUpdate(json: body)) }
    }

    /// An endpoint that takes the options that a person selected.
    func select(_ body: Data) async -> Response {
        await Response { _ = try StrictJSONDecoder().decode(CollaborationShareOptions.self, from: body) }
    }

    /// An endpoint that takes a bare root hash in place of JSON.
    func add(rootHash: Data) async -> Response {
        await Response {
            let identity = try Person.Identity(rootHash: rootHash)
            try await collaborations.addParticipants([identity], to: "doc-42")
        }
    }
}

/// The answer of an endpoint, and the reason that it writes to its log.
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
                switch error {
                case _ where reason != nil: PublicRefusal.statusCode
                case is any RequestFault: 400
                default: 500
                }
        }
    }
}

@Suite("Endpoints")
struct EndpointTests {
    let server: TestServer
    let bob = SimulatedPerson("Bob")
    let invited: DerivedIdentity

    init() async throws {
        server = try TestServer()
        invited = try bob.identity(in: "doc-42")
        try await server.collaborations.addParticipants([invited.identity], to: "doc-42")
    }

    private func body(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> Data {
        let challenge = server.collaborations.challenge(for: "doc-42", account: "bob")
        let proof = try bob.devices[0].signedProof(signing: challenge, for: invited)
        let sent = try JSONEncoder().encode(IdentityProofAnswer(challenge: challenge, proof: proof))
        var answer = try #require(try JSONSerialization.jsonObject(with: sent) as? [String: Any])
        var fields = try #require(answer["proof"] as? [String: Any])
        change(&fields)
        answer["proof"] = fields
        return try JSONSerialization.data(withJSONObject: answer)
    }

    @Test(
        "An endpoint answers a refusal with 403 and the same bytes, a malformed body with 400, a failed store with 500"
    )
    func statuses() async throws {
        let endpoints = Endpoints(collaborations: server.collaborations)
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
        let malformedBodies = try [
            Data("{".utf8), Data(repeating: UInt8(ascii: "["), count: 513), body { $0["publicKey"] = nil },
            body { $0["publicKey"] = "?" },
        ]
        for malformedBody in malformedBodies {
            let response = await endpoints.admit(malformedBody, as: "bob")
            #expect(response.status == 400)
            #expect(response.body == nil)
        }
        let unreachable = FaultyStore.unreachable(server.store)
        let broken = Endpoints(
            collaborations: CollaborationAccess(store: unreachable, challenges: server.challenges)
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
        let endpoints = Endpoints(collaborations: server.collaborations)
        let response = await endpoints.update(update(Data(repeating: 7, count: 31)))
        #expect(response.status == 400)
        #expect(response.reason == nil)
        #expect(await endpoints.update(update(Data(repeating: 7, count: 32))).status == 200)
        #expect(await endpoints.add(rootHash: Data(repeating: 7, count: 31)).status == 400)
        #expect(await endpoints.add(rootHash: Data(repeating: 7, count: 32)).status == 200)
    }

    @Test("Share options that break a rule are answered with status 400")
    func options() async throws {
        let endpoints = Endpoints(collaborations: server.collaborations)
        let group = #"{"identifier":"access","options":[{"title":"Anyone","identifier":"anyone"}]}"#
        for (groups, status) in [(group, 200), ("\(group),\(group)", 400), ("{}", 400)] {
            let response = await endpoints.select(Data(#"{"optionsGroups":[\#(groups)]}"#.utf8))
            #expect(response.status == status)
            #expect(response.reason == nil)
        }
    }

    @Test("An update that breaks a limit is answered with status 400")
    func largeUpdate() async throws {
        let update = ParticipantsUpdate(
            collaborationIdentifier: "doc-42",
            addedIdentities: Array(
                repeating: invited.identity,
                count: ParticipantsUpdate.maximumIdentityCount + 1
            )
        )
        let endpoints = Endpoints(collaborations: server.collaborations)
        let response = await endpoints.update(try JSONEncoder().encode(update))
        #expect(response.status == 400)
        #expect(response.reason == nil)
    }
}
