import CollaborationCore
import CollaborationServer
import Testing

@testable import CollaborationService

@Suite("Document stores")
struct DocumentStoreTests {
    let owner = AccountIdentifier(CollaborationIdentifier.random().rawValue)

    func document(_ identifier: CollaborationIdentifier = .random(), title: String = "A", text: String = "B")
        -> Document
    {
        Document(identifier: identifier, owner: owner, title: title, text: text)
    }

    @Test("A document store returns what was created, byte by byte", arguments: DocumentStoreKind.available)
    func creation(kind: DocumentStoreKind) async throws {
        try await kind.withStore { store in
            for text in ["", "\0", "caf\u{e9}", "cafe\u{301}", "😀", String(repeating: "a", count: 65_536)] {
                let document = document(title: text, text: text)
                try await store.create(document, limit: .max)
                let stored = try #require(try await store.document(document.identifier))
                #expect(Array(stored.title.utf8) == Array(text.utf8))
                #expect(Array(stored.text.utf8) == Array(text.utf8))
                #expect(stored == document)
            }
            let other = document()
            try await store.create(other, limit: .max)
            let found = try await store.documents([other.identifier, "none", other.identifier])
            var listed = other
            listed.text = ""
            #expect(found == [listed, listed])
            #expect(try await store.document("none") == nil)
        }
    }

    @Test(
        "Names that differ in a byte name different documents and owners",
        arguments: DocumentStoreKind.available
    )
    func names(kind: DocumentStoreKind) async throws {
        try await kind.withStore { store in
            let start = CollaborationIdentifier.random().rawValue
            let names = ["", "a", "A", "a ", "caf\u{e9}", "cafe\u{301}", "a\0", "a\0b", "a\u{200D}"].map {
                start + $0
            }
            for name in names {
                let identifier = CollaborationIdentifier(name)
                try await store.create(
                    Document(identifier: identifier, owner: AccountIdentifier(name), title: name, text: ""),
                    limit: .max
                )
            }
            for name in names {
                let document = try #require(try await store.document(CollaborationIdentifier(name)))
                #expect(Array(document.title.utf8) == Array(name.utf8))
                let own = try await store.identifiers(of: AccountIdentifier(name), after: nil, limit: 10)
                #expect(own == [CollaborationIdentifier(name)])
            }
        }
    }

    @Test("Creating a document again changes nothing", arguments: DocumentStoreKind.available)
    func repeatedCreation(kind: DocumentStoreKind) async throws {
        try await kind.withStore { store in
            let document = document()
            try await store.create(document, limit: .max)
            let change = DocumentChange(title: "C", text: "D", revision: 1)
            #expect(try await store.change(document.identifier, to: change) == .changed(revision: 2))
            try await store.create(document, limit: .max)
            #expect(try await store.document(document.identifier)?.title == "C")
        }
    }

    @Test(
        "Of two changes of one revision, one is made and the other is a conflict",
        arguments: DocumentStoreKind.available
    )
    func change(kind: DocumentStoreKind) async throws {
        try await kind.withStore { store in
            let identifier = document().identifier
            try await store.create(document(identifier), limit: .max)
            async let first = store.change(identifier, to: DocumentChange(title: "C", text: "", revision: 1))
            async let second = store.change(identifier, to: DocumentChange(title: "D", text: "", revision: 1))
            #expect(try await Set([first, second]) == [.changed(revision: 2), .conflict(revision: 2)])
            for revision in [Int.min, 0, 1, 3, .max] {
                let change = DocumentChange(title: "E", text: "", revision: revision)
                #expect(try await store.change(identifier, to: change) == .conflict(revision: 2))
            }
            let change = DocumentChange(title: "E", text: "", revision: 1)
            #expect(try await store.change(.random(), to: change) == .unknown)
        }
    }

    @Test("A document store keeps whether a document is shared", arguments: DocumentStoreKind.available)
    func sharing(kind: DocumentStoreKind) async throws {
        try await kind.withStore { store in
            let document = document()
            try await store.create(document, limit: .max)
            for isShared in [true, true, false, true] {
                try await store.setShared(document.identifier, isShared)
                #expect(try await store.document(document.identifier)?.isShared == isShared)
            }
        }
    }

    @Test(
        "The documents of an owner come in pages in the order of their bytes",
        arguments: DocumentStoreKind.available
    )
    func pages(kind: DocumentStoreKind) async throws {
        try await kind.withStore { store in
            let identifiers = (0..<5).map { _ in CollaborationIdentifier.random() }.sorted()
            for identifier in identifiers.shuffled() {
                try await store.create(document(identifier), limit: .max)
            }
            var found: [CollaborationIdentifier] = []
            while case let page = try await store.identifiers(of: owner, after: found.last, limit: 2),
                !page.isEmpty
            {
                found += page
            }
            #expect(found == identifiers)
        }
    }

    @Test(
        "A deleted document is on the list of deleted ones until it is forgotten",
        arguments: DocumentStoreKind.available
    )
    func deletion(kind: DocumentStoreKind) async throws {
        try await kind.withStore { store in
            let identifier = document().identifier
            try await store.create(document(identifier), limit: .max)
            try await store.forget(identifier)
            #expect(try await store.document(identifier) != nil)
            for _ in 0..<2 {
                try await store.delete(identifier)
                #expect(try await store.document(identifier) == nil)
                #expect(try await store.identifiers(of: owner, after: nil, limit: 10) == [])
                #expect(try await store.deletedDocuments(limit: 1000).contains(identifier))
            }
            let change = DocumentChange(title: "", text: "", revision: 1)
            #expect(try await store.change(identifier, to: change) == .unknown)
            try await store.setShared(identifier, true)
            for _ in 0..<2 {
                try await store.forget(identifier)
                #expect(try await !store.deletedDocuments(limit: 1000).contains(identifier))
            }
            try await store.delete(identifier)
            #expect(try await !store.deletedDocuments(limit: 1000).contains(identifier))
        }
    }

    @Test("Neither the title nor the text of a deleted document is kept")
    func contents() async throws {
        let records = InMemoryCollaborationStore()
        let (store, document) = (DocumentStore(records), document(title: "secret", text: "secret"))
        try await store.create(document, limit: .max)
        try await store.delete(document.identifier)
        let name = try #require(await records.collaborations(of: "deleted", after: nil, limit: 1).first)
        let bytes = try #require(await records.record(of: name)?.bytes)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
    }

    @Test(
        "An owner has no more documents than the limit, and may create others after deletions",
        arguments: DocumentStoreKind.available
    )
    func limit(kind: DocumentStoreKind) async throws {
        try await kind.withStore { store in
            let documents = (0..<4).map { _ in document() }
            let refusal = TooManyDocumentsError(limit: 2)
            try await store.create(documents[0], limit: 2)
            try await store.create(documents[0], limit: 2)
            try await store.create(documents[1], limit: 2)
            try await store.create(documents[1], limit: 2)
            await #expect(throws: refusal) { try await store.create(documents[2], limit: 2) }
            #expect(try await store.document(documents[2].identifier) == nil)
            let other = Document(identifier: .random(), owner: "\(owner)2", title: "", text: "")
            try await store.create(other, limit: 2)
            for _ in 0..<2 { try await store.delete(documents[0].identifier) }
            try await store.forget(documents[0].identifier)
            try await store.create(documents[2], limit: 2)
            await #expect(throws: refusal) { try await store.create(documents[3], limit: 2) }
            for document in documents { try await store.delete(document.identifier) }
            try await store.forgetOwner(owner)
            for _ in 0..<3 { try? await store.create(document(), limit: 2) }
            #expect(try await store.identifiers(of: owner, after: nil, limit: 10).count == 2)
        }
    }

    @Test(
        "Documents that are created at the same time do not exceed the limit",
        arguments: DocumentStoreKind.available
    )
    func racingCreations(kind: DocumentStoreKind) async throws {
        try await kind.withStore { store async throws in
            let createdCount = try await withThrowingTaskGroup { group in
                for _ in 0..<12 {
                    let document = document()
                    group.addTask {
                        do {
                            try await store.create(document, limit: 5)
                            return 1
                        } catch is TooManyDocumentsError {
                            return 0
                        }
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(createdCount == 5)
            #expect(try await store.identifiers(of: owner, after: nil, limit: 100).count == 5)
        }
    }
}
