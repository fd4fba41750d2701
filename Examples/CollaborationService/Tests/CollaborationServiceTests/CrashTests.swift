import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Hummingbird
import HummingbirdTesting
import Testing

@testable import CollaborationService

@Suite("Crashes between two writes")
struct CrashTests {
    let crash = Crash()
    let bob = SimulatedPerson("Bob"), carol = SimulatedPerson("Carol")

    func server() async throws -> TestServer {
        try await TestServer(
            documents: CrashingStore(crash: crash),
            collaborations: CrashingStore(crash: crash)
        )
    }

    @Test(
        "The first write of a deletion ends all access, and after a crash the rest is done later",
        arguments: 0...2
    )
    func deletion(writeCount: Int) async throws {
        let server = try await server()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            try await client.admit(bob, to: document)
            try await fail(after: writeCount) {
                try await client.send(.delete, "/documents/\(document)", as: "alice")
            }
            for account in ["alice", "bob"] as [AccountIdentifier] {
                #expect(try await client.read(document, as: account) == (writeCount == 0 ? .ok : .forbidden))
            }
            if writeCount == 0 { try await client.send(.delete, "/documents/\(document)", as: "alice") }
            try await server.service.finishDeletions()
            #expect(try await client.read(document, as: "alice") == .forbidden)
            #expect(try await server.collaborations.record(of: document).participants == [])
            #expect(try await server.documents.deletedDocuments(limit: 1) == [])
        }
    }

    @Test("A deletion that fails does not keep those after it from being finished")
    func deletionsAfterFailure() async throws {
        let server = try await server()
        try await server.run { client async throws in
            var identifiers: [CollaborationIdentifier] = []
            for _ in 0..<3 {
                let identifier = try await client.createDocument()
                try await client.admit(bob, to: identifier)
                try await server.documents.delete(identifier)
                identifiers.append(identifier)
            }
            crash.failOnce()
            await #expect(throws: Crash.Failure.self) { try await server.service.finishDeletions() }
            let left = try await server.documents.deletedDocuments(limit: 10)
            #expect(left.count == 1)
            for identifier in identifiers {
                let participants = try await server.collaborations.record(of: identifier).participants
                #expect(participants.isEmpty == !left.contains(identifier))
            }
            try await server.service.finishDeletions()
            #expect(try await server.documents.deletedDocuments(limit: 10) == [])
        }
    }

    @Test(
        "The first write of the end of sharing ends all access, which no later step gives back",
        arguments: 0...1
    )
    func endOfSharing(writeCount: Int) async throws {
        for next in [HTTPRequest.Method.delete, .post] {
            let server = try await server()
            try await server.run { client async throws in
                let document = try await client.createDocument()
                try await client.admit(bob, to: document)
                let late = try await client.answer(of: bob, in: document)
                let path = "/documents/\(document)/share"
                try await fail(after: writeCount) { try await client.send(.delete, path, as: "alice") }
                #expect(try await client.read(document, as: "bob") == (writeCount == 0 ? .ok : .forbidden))
                if writeCount == 0 { return }
                #expect(try await client.send(.get, "/shared", as: "bob").text == "[]")
                #expect(
                    try await client.send(.get, "/documents/\(document)/participants", as: "alice").text
                        == "[]"
                )
                #expect(try await client.prove(late, in: document, as: "bob") == .forbidden)
                try await client.send(next, path, as: "alice")
                #expect(try await server.collaborations.record(of: document).participants == [])
                #expect(try await client.read(document, as: "bob") == .forbidden)
            }
        }
    }

    @Test("A crash while a document is shared again gives access to nobody", arguments: 0...1)
    func sharingAgain(writeCount: Int) async throws {
        let server = try await server()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            try await client.admit(bob, to: document)
            let path = "/documents/\(document)/share"
            try await fail(after: 1) { try await client.send(.delete, path, as: "alice") }
            try await fail(after: writeCount) { try await client.send(.post, path, as: "alice") }
            #expect(try await client.read(document, as: "bob") == .forbidden)
            #expect(try await client.send(.post, path, as: "alice").status == .ok)
            #expect(try await client.read(document, as: "bob") == .forbidden)
            #expect(try await client.update(document, adding: [bob]) == .noContent)
            #expect(try await server.collaborations.record(of: document).participants == [])
            try await client.admit(carol, to: document)
        }
    }

    @Test("The first write of the deletion of an account ends the access to its documents", arguments: 0...4)
    func accountDeletion(writeCount: Int) async throws {
        let server = try await server()
        try await server.run { client async throws in
            let bobs = try await client.createDocument(as: "bob")
            let carols = try await client.createDocument(as: "carol")
            for (person, document, owner) in [(carol, bobs, "bob"), (bob, carols, "carol")] {
                let owner = AccountIdentifier(owner)
                #expect(try await client.update(document, adding: [person], as: owner) == .noContent)
                let answer = try await client.answer(of: person, in: document)
                #expect(try await client.prove(answer, in: document, as: person.account) == .noContent)
            }
            try await fail(after: writeCount) { try await client.send(.delete, "/account", as: "bob") }
            #expect(try await client.read(bobs, as: "carol") == (writeCount == 0 ? .ok : .forbidden))
            #expect(try await client.read(carols, as: "bob") == .ok)
            #expect(try await client.send(.delete, "/account", as: "bob").status == .noContent)
            #expect(try await client.read(bobs, as: "carol") == .forbidden)
            #expect(try await client.read(carols, as: "bob") == .forbidden)
            try await server.service.finishDeletions()
            #expect(try await server.collaborations.record(of: bobs).participants == [])
            #expect(try await server.documents.deletedDocuments(limit: 1) == [])
        }
    }

    @Test("After a failure during an update or a proof the same request succeeds")
    func repetition() async throws {
        let server = try await server()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            try await fail(after: 0) {
                let identity = try bob.identity(in: document).identity
                let update = ParticipantsUpdate(
                    collaborationIdentifier: document,
                    addedIdentities: [identity]
                )
                return try await client.post(update, to: "/participants", as: "alice")
            }
            #expect(try await client.update(document, adding: [bob]) == .noContent)
            let answer = try await client.answer(of: bob, in: document)
            try await fail(after: 0) {
                try await client.post(answer, to: "/documents/\(document)/proof", as: "bob")
            }
            #expect(try await client.prove(answer, in: document, as: "bob") == .noContent)
        }
        #expect(server.log.entries.filter { $0.message == "The database failed" }.count == 2)
    }

    /// Sends a request during which the database fails after some writes.
    private func fail(after writeCount: Int, _ send: () async throws -> TestResponse) async throws {
        crash.allow(writeCount)
        let reply = try await send()
        #expect(reply.status == .serviceUnavailable)
        #expect(reply.headers[.retryAfter] == "1")
        crash.allow(nil)
    }
}
