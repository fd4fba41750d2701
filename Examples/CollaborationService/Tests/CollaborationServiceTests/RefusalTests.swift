import CollaborationCore
import CollaborationTesting
import Foundation
import Hummingbird
import Testing

@testable import CollaborationService

@Suite("Refusals")
struct RefusalTests {
    let bob = SimulatedPerson("Bob"), mallory = SimulatedPerson("Mallory")

    @Test("A stranger can do nothing with the document of another account")
    func stranger() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            try await client.admit(bob, to: document)
            let path = "/documents/\(document)"
            let change = #"{"title":"","text":"","revision":1}"#
            #expect(try await client.send(.get, path, as: "mallory").status == .forbidden)
            #expect(try await client.send(.put, path, as: "mallory", change).status == .forbidden)
            #expect(try await client.update(document, adding: [mallory], as: "mallory") == .forbidden)
            let answer = try await client.answer(of: mallory, in: document)
            #expect(try await client.prove(answer, in: document, as: "mallory") == .forbidden)
        }
        #expect(server.reasons == ["noAccess", "noAccess", "notTheOwner", "unknownIdentity"])
    }

    @Test(
        "Only the owner shares a document, ends sharing, lists participants, updates them or deletes it",
        arguments: ["mallory", "bob"] as [AccountIdentifier]
    )
    func ownersOnly(account: AccountIdentifier) async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            try await client.admit(bob, to: document)
            let path = "/documents/\(document)"
            #expect(try await client.send(.post, "\(path)/share", as: account).status == .forbidden)
            #expect(try await client.send(.delete, "\(path)/share", as: account).status == .forbidden)
            #expect(try await client.send(.get, "\(path)/participants", as: account).status == .forbidden)
            #expect(try await client.update(document, removing: [bob], as: account) == .forbidden)
            #expect(try await client.send(.delete, path, as: account).status == .forbidden)
            #expect(try await client.read(document, as: "bob") == .ok)
        }
        #expect(server.reasons == Array(repeating: "notTheOwner", count: 5))
    }

    @Test("The answers for a document that does not exist are those for the document of another account")
    func unknownDocument() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let existing = try await client.createDocument(isShared: false)
            for document in [existing, "none"] {
                let path = "/documents/\(document)"
                let change = #"{"title":"","text":"","revision":1}"#
                #expect(try await client.send(.get, path, as: "mallory").status == .forbidden)
                #expect(try await client.send(.put, path, as: "mallory", change).status == .forbidden)
                #expect(try await client.send(.delete, path, as: "mallory").status == .forbidden)
                #expect(try await client.send(.post, "\(path)/share", as: "mallory").status == .forbidden)
                #expect(
                    try await client.send(.delete, "\(path)/participation", as: "mallory").status
                        == .noContent
                )
                #expect(try await client.update(document, adding: [mallory], as: "mallory") == .forbidden)
                let answer = try await client.answer(of: mallory, in: document)
                #expect(try await client.prove(answer, in: document, as: "mallory") == .forbidden)
            }
        }
        #expect(server.reasons.prefix(6) == server.reasons.suffix(6))
    }

    @Test("A second use of a proof is refused, also after the account has left")
    func replay() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            #expect(try await client.update(document, adding: [bob]) == .noContent)
            let answer = try await client.answer(of: bob, in: document)
            #expect(try await client.prove(answer, in: document, as: "bob") == .noContent)
            #expect(try await client.prove(answer, in: document, as: "bob") == .forbidden)
            try await client.send(.delete, "/documents/\(document)/participation", as: "bob")
            #expect(try await client.prove(answer, in: document, as: "bob") == .forbidden)
        }
        #expect(server.reasons == ["challengeAlreadyUsed", "challengeAlreadyUsed"])
    }

    @Test("A challenge that was issued to another account is refused, whoever signed it")
    func stolenChallenge() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            #expect(try await client.update(document, adding: [bob]) == .noContent)
            let bobs = try await client.answer(of: bob, in: document)
            #expect(try await client.prove(bobs, in: document, as: "mallory") == .forbidden)
            let mallorys = try await client.answer(of: bob, in: document, as: "mallory")
            #expect(try await client.prove(mallorys, in: document, as: "bob") == .forbidden)
            #expect(try await client.prove(bobs, in: document, as: "bob") == .noContent)
        }
        #expect(server.reasons == ["challengeForAnotherAccount", "challengeForAnotherAccount"])
    }

    @Test("A challenge for another document, an expired one and a forged one are refused")
    func wrongChallenge() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let (first, second) = (try await client.createDocument(), try await client.createDocument())
            #expect(try await client.update(first, adding: [bob]) == .noContent)
            let other = try await client.answer(of: bob, in: second)
            #expect(try await client.prove(other, in: first, as: "bob") == .forbidden)
            let answer = try await client.answer(of: bob, in: first)
            let forged = IdentityProofAnswer(
                challenge: answer.challenge.dropLast() + [answer.challenge.last.map { $0 ^ 1 } ?? 0],
                proof: answer.proof
            )
            #expect(try await client.prove(forged, in: first, as: "bob") == .forbidden)
            server.clock.advance(by: 3600)
            #expect(try await client.prove(answer, in: first, as: "bob") == .forbidden)
        }
        #expect(
            server.reasons == ["challengeForAnotherCollaboration", "forgedChallenge", "expiredChallenge"]
        )
    }

    @Test("A proof with a changed byte is refused")
    func changedProof() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            #expect(try await client.update(document, adding: [bob]) == .noContent)
            let answer = try await client.answer(of: bob, in: document)
            var signature = answer.proof.signatureData
            signature[signature.count - 1] ^= 1
            let proof = Person.SignedIdentityProof(
                personIdentityProof: answer.proof.personIdentityProof,
                signatureData: signature
            )
            let changed = IdentityProofAnswer(challenge: answer.challenge, proof: proof)
            #expect(try await client.prove(changed, in: document, as: "bob") == .forbidden)
            #expect(try await client.prove(answer, in: document, as: "bob") == .noContent)
        }
        #expect(server.reasons == ["invalidProof(signatureMismatch)"])
    }

    @Test("The log names the account, the document and the reason of a refusal")
    func log() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            try await client.send(.get, "/documents/a%0Ab", as: "mal\u{2028}lory")
        }
        let entry = try #require(server.log.entries.first { $0.message == "Refused" })
        #expect(entry.metadata["account"]?.description == "mal\u{2028}lory")
        #expect(entry.metadata["document"]?.description == "a\nb")
        #expect(entry.metadata["reason"]?.description == "noAccess")
    }

    @Test("The log names the document of a refused update, which is in the body")
    func logOfUpdate() async throws {
        let server = try await TestServer(events: EventStream())
        try await server.run { client async throws in
            #expect(try await client.update("doc-42", adding: [bob]) == .forbidden)
        }
        let entry = try #require(server.log.entries.first { $0.message == "Refused" })
        #expect(entry.metadata["document"]?.description == "doc-42")
    }
}
