import CollaborationCore
import CollaborationTesting
import Hummingbird
import Testing

@testable import CollaborationService

@Suite("Life cycle of a document")
struct StoryTests {
    let bob = SimulatedPerson("Bob"), carol = SimulatedPerson("Carol")

    @Test("An invited account reads and changes a document after one proof, and not after its removal")
    func story() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            #expect(try await client.read(document, as: "bob") == .forbidden)
            #expect(try await client.update(document, adding: [bob]) == .noContent)
            let answer = try await client.answer(of: bob, in: document)
            #expect(try await client.prove(answer, in: document, as: "bob") == .noContent)
            let reply = try await client.send(.get, "/documents/\(document)", as: "bob")
            let text = try reply.decoded(as: Reply.self)
            #expect(
                text
                    == Reply(
                        identifier: document,
                        owner: "alice",
                        title: "Recipes",
                        text: "Baking",
                        revision: 1,
                        isShared: true
                    )
            )
            let change = #"{"title":"Recipes","text":"Cooking","revision":1}"#
            let changed = try await client.send(.put, "/documents/\(document)", as: "bob", change)
            #expect(try changed.decoded(as: Reply.self).revision == 2)
            #expect(try await client.send(.get, "/shared", as: "bob").text == #"["\#(document)"]"#)
            #expect(try await client.update(document, removing: [bob]) == .noContent)
            #expect(try await client.read(document, as: "bob") == .forbidden)
            #expect(
                try await client.send(.put, "/documents/\(document)", as: "bob", change).status == .forbidden
            )
            #expect(try await client.send(.get, "/shared", as: "bob").text == "[]")
            #expect(
                try await client.send(.get, "/documents/\(document)", as: "alice").text.contains("Cooking")
            )
        }
        #expect(server.reasons == ["noAccess", "noAccess", "noAccess"])
        let revocations = server.log.entries.filter { $0.message == "Revoked" }
        #expect(revocations.map { $0.metadata["account"]?.description } == ["bob"])
    }

    @Test("The owner learns what to fulfill a start action with, and who has proven which identity")
    func sharing() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let document = try await client.createDocument(isShared: false)
            #expect(
                try await client.send(.get, "/documents/\(document)/participants", as: "alice").text == "[]"
            )
            let share = try await client.send(.post, "/documents/\(document)/share", as: "alice")
            let link = "http://localhost/documents/\(document)"
            #expect(share.text == #"{"collaborationIdentifier":"\#(document)","url":"\#(link)"}"#)
            try await client.admit(bob, to: document)
            #expect(try await client.update(document, adding: [carol]) == .noContent)
            let list = try await client.send(.get, "/documents/\(document)/participants", as: "alice")
            let hashes = try [bob, carol].map {
                try $0.identity(in: document).identity.rootHash.base64EncodedString()
            }
            #expect(list.text.contains(#"{"account":"bob","rootHash":"\#(hashes[0])"}"#))
            #expect(list.text.contains(#"{"rootHash":"\#(hashes[1])"}"#))
        }
    }

    @Test("An account that leaves a document loses access and may come back with a new proof")
    func leaving() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            try await client.admit(bob, to: document)
            let path = "/documents/\(document)/participation"
            #expect(try await client.send(.delete, path, as: "bob").status == .noContent)
            #expect(try await client.send(.delete, path, as: "bob").status == .noContent)
            #expect(try await client.read(document, as: "bob") == .forbidden)
            let answer = try await client.answer(of: bob, in: document)
            #expect(try await client.prove(answer, in: document, as: "bob") == .noContent)
            #expect(try await client.read(document, as: "bob") == .ok)
        }
    }

    @Test("When sharing ends, everybody but the owner loses access for good")
    func endOfSharing() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            try await client.admit(bob, to: document)
            let late = try await client.answer(of: bob, in: document)
            #expect(
                try await client.send(.delete, "/documents/\(document)/share", as: "alice").status
                    == .noContent
            )
            #expect(try await client.read(document, as: "bob") == .forbidden)
            #expect(try await client.prove(late, in: document, as: "bob") == .forbidden)
            #expect(try await client.update(document, adding: [bob]) == .forbidden)
            #expect(try await client.read(document, as: "alice") == .ok)
            #expect(try await client.send(.post, "/documents/\(document)/share", as: "alice").status == .ok)
            #expect(try await client.update(document, adding: [bob]) == .noContent)
            #expect(try await client.prove(late, in: document, as: "bob") == .forbidden)
            try await client.admit(carol, to: document)
        }
        #expect(server.reasons == ["noAccess", "notShared", "notShared", "unknownIdentity"])
    }

    @Test("A deleted document is gone for the owner and for everybody else, with all that was stored of it")
    func deletion() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            try await client.admit(bob, to: document)
            let path = "/documents/\(document)"
            #expect(try await client.send(.delete, path, as: "bob").status == .forbidden)
            #expect(try await client.send(.delete, path, as: "alice").status == .noContent)
            #expect(try await client.send(.delete, path, as: "alice").status == .forbidden)
            for account in ["alice", "bob"] {
                #expect(try await client.read(document, as: AccountIdentifier(account)) == .forbidden)
            }
            #expect(try await client.update(document, adding: [carol]) == .forbidden)
            #expect(try await client.send(.get, "/documents", as: "alice").text == "[]")
            #expect(try await client.send(.get, "/shared", as: "bob").text == "[]")
            #expect(try await server.collaborations.record(of: document).participants == [])
            #expect(try await server.documents.deletedDocuments(limit: 1) == [])
        }
    }

    @Test("Deleting an account deletes its documents and takes it out of those of others")
    func accountDeletion() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let alices = try await client.createDocument(as: "alice")
            let bobs = try await client.createDocument(as: "bob")
            try await client.admit(bob, to: alices)
            try await client.admit(carol, to: alices)
            #expect(try await client.update(bobs, adding: [carol], as: "bob") == .noContent)
            let answer = try await client.answer(of: carol, in: bobs)
            #expect(try await client.prove(answer, in: bobs, as: "carol") == .noContent)
            #expect(try await client.send(.delete, "/account", as: "bob").status == .noContent)
            #expect(try await client.send(.get, "/documents", as: "bob").text == "[]")
            #expect(try await client.send(.get, "/shared", as: "bob").text == "[]")
            #expect(try await client.read(alices, as: "bob") == .forbidden)
            #expect(try await client.read(bobs, as: "carol") == .forbidden)
            #expect(try await client.read(alices, as: "carol") == .ok)
            #expect(try await client.send(.delete, "/account", as: "bob").status == .noContent)
            #expect(try await server.documents.deletedDocuments(limit: 1) == [])
        }
    }

    @Test("A change of a revision that is not the current one is answered with 409 and the current one")
    func conflict() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            let document = try await client.createDocument()
            let change = #"{"title":"B","text":"","revision":1}"#
            #expect(try await client.send(.put, "/documents/\(document)", as: "alice", change).status == .ok)
            let reply = try await client.send(.put, "/documents/\(document)", as: "alice", change)
            #expect(reply.status == .conflict)
            #expect(reply.text == #"{"error":{"message":"revision: not the current one"},"revision":2}"#)
        }
    }

    @Test("Lists are in the order of identifiers and continue after the last one that the client names")
    func lists() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            var identifiers: [CollaborationIdentifier] = []
            for title in ["A", "B", "C"] { identifiers.append(try await client.createDocument(title: title)) }
            identifiers.sort()
            for identifier in identifiers { try await client.admit(bob, to: identifier) }
            let own = try await client.send(.get, "/documents?after=\(identifiers[0])", as: "alice")
            #expect(try own.decoded(as: [Reply].self).map(\.identifier) == Array(identifiers[1...]))
            #expect(try own.decoded(as: [Reply].self).allSatisfy { $0.text == nil })
            let shared = try await client.send(.get, "/shared?after=\(identifiers[1])", as: "bob")
            #expect(shared.text == #"["\#(identifiers[2])"]"#)
            #expect(try await client.send(.get, "/documents", as: "bob").text == "[]")
            #expect(try await client.send(.get, "/shared", as: "alice").text == "[]")
        }
    }

    @Test("Deleting an account with more documents than a page leaves none of them")
    func largeAccountDeletion() async throws {
        let server = try await TestServer()
        try await server.run { client async throws in
            for _ in 0...2 * DocumentLimits.pageCount {
                try await server.documents.create(
                    Document(identifier: .random(), owner: "alice", title: "", text: ""),
                    limit: .max
                )
            }
            let shared = try await client.createDocument()
            try await client.admit(bob, to: shared)
            #expect(try await client.send(.delete, "/account", as: "alice").status == .noContent)
            #expect(try await client.send(.get, "/documents", as: "alice").text == "[]")
            #expect(try await client.read(shared, as: "bob") == .forbidden)
            #expect(try await server.documents.deletedDocuments(limit: 1) == [])
        }
    }
}
