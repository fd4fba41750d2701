import CollaborationModels
import Foundation
import GRDB
import SQLiteParticipantStore
import Testing

@testable import DocumentServer

#if PostgreSQL
    import PostgreSQLParticipantStore
#endif

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
                #expect(try await store.summary(of: document.identifier) == document.summary)
            }
            let other = document()
            try await store.create(other, limit: .max)
            let found = try await store.summaries(of: [other.identifier, "none", other.identifier])
            #expect(found == [other.summary, other.summary])
            #expect(try await store.summaries(of: []) == [])
            #expect(try await store.document("none") == nil)
            #expect(try await store.summary(of: "") == nil)
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
                let own = try await store.documents(of: AccountIdentifier(name), after: "\0", limit: 10)
                #expect(own.map(\.identifier) == [CollaborationIdentifier(name)])
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
                #expect(try await store.summary(of: document.identifier)?.isShared == isShared)
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
            var (last, found) = ("\0" as CollaborationIdentifier, [CollaborationIdentifier]())
            while true {
                let page = try await store.documents(of: owner, after: last, limit: 2).map(\.identifier)
                guard let end = page.last else { break }
                found += page
                last = end
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
                #expect(try await store.summary(of: identifier) == nil)
                #expect(try await store.documents(of: owner, after: "\0", limit: 10) == [])
                #expect(try await store.deletedDocuments(of: nil, limit: 1000).contains(identifier))
            }
            let change = DocumentChange(title: "", text: "", revision: 1)
            #expect(try await store.change(identifier, to: change) == .unknown)
            try await store.setShared(identifier, true)
            #expect(try await store.summary(of: identifier) == nil)
            for _ in 0..<2 {
                try await store.forget(identifier)
                #expect(try await !store.deletedDocuments(of: nil, limit: 1000).contains(identifier))
            }
            try await store.delete(identifier)
            #expect(try await !store.deletedDocuments(of: nil, limit: 1000).contains(identifier))
        }
    }

    @Test(
        "The documents of an owner are deleted some at a time, and named until they are forgotten",
        arguments: DocumentStoreKind.available
    )
    func deletionInSteps(kind: DocumentStoreKind) async throws {
        try await kind.withStore { store in
            let identifiers = Set((0..<5).map { _ in CollaborationIdentifier.random() })
            for identifier in identifiers { try await store.create(document(identifier), limit: .max) }
            let other = Document(identifier: .random(), owner: "\(owner)2", title: "", text: "")
            try await store.create(other, limit: .max)
            var deleted: Set<CollaborationIdentifier> = []
            for count in [2, 2, 1, 0] {
                let some = try await store.deleteDocuments(of: owner, limit: 2)
                #expect(some.count == count)
                deleted.formUnion(some)
                #expect(try await Set(store.deletedDocuments(of: owner, limit: 10)) == deleted)
            }
            #expect(deleted == identifiers)
            #expect(try await store.documents(of: owner, after: "\0", limit: 10) == [])
            #expect(try await store.deletedDocuments(of: owner, limit: 3).count == 3)
            for identifier in identifiers { try await store.forget(identifier) }
            #expect(try await store.deletedDocuments(of: owner, limit: 10) == [])
            #expect(try await store.document(other.identifier) == other)
        }
    }

    @Test("SQLite keeps neither the title nor the text of a deleted document")
    func contentsInSQLite() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase(path: "\(folder.path)/test.sqlite")
        try await deleteTwo(from: try await SQLiteDocumentStore(database))
        let rows = try await database.read { database in
            try Row.fetchAll(database, sql: "SELECT title, text FROM document WHERE is_deleted")
                .map { Array($0.databaseValues) }
        }
        #expect(rows == [[.null, .null], [.null, .null]])
        try database.close()
    }

    #if PostgreSQL
        @Test(
            "The tables of documents in PostgreSQL have the first version",
            .enabled(if: DocumentStoreKind.available.contains(.postgreSQL))
        )
        func versionInPostgreSQL() async throws {
            let url = ProcessInfo.processInfo.environment["DATABASE_URL"] ?? ""
            let database = try await PostgreSQLDatabase(url, connectionCount: 1)
            _ = try await PostgreSQLDocumentStore(database)
            let query = PostgreSQLQuery(
                "SELECT version FROM schema_version WHERE name = :name",
                ["name": .utf8("documents")]
            )
            #expect(try await database.read(query)[0].rows.map(\.values) == [[.integer(1)]])
            await database.close()
        }

        @Test(
            "PostgreSQL keeps neither the title nor the text of a deleted document",
            .enabled(if: DocumentStoreKind.available.contains(.postgreSQL))
        )
        func contentsInPostgreSQL() async throws {
            let url = ProcessInfo.processInfo.environment["DATABASE_URL"] ?? ""
            let database = try await PostgreSQLDatabase(url, connectionCount: 1)
            try await deleteTwo(from: try await PostgreSQLDocumentStore(database))
            let query = PostgreSQLQuery(
                "SELECT title, text FROM document WHERE owner = :owner AND is_deleted",
                ["owner": .utf8(owner.rawValue)]
            )
            let rows = try await database.read(query)[0].rows
            #expect(rows.map(\.values) == [[.null, .null], [.null, .null]])
            await database.close()
        }
    #endif

    /// Deletes a document alone, and another one with all others of its owner.
    private func deleteTwo(from store: some DocumentStore) async throws {
        let documents = [document(), document()]
        for document in documents { try await store.create(document, limit: .max) }
        try await store.delete(documents[0].identifier)
        #expect(try await store.deleteDocuments(of: owner, limit: 10) == [documents[1].identifier])
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
            #expect(try await store.deleteDocuments(of: owner, limit: 10).count == 2)
            #expect(try await store.deleteDocuments(of: owner, limit: 10).isEmpty)
            for document in documents[0...1] + [documents[3]] {
                try? await store.create(document, limit: 2)
            }
            #expect(try await store.documents(of: owner, after: "\0", limit: 10).count == 2)
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
            #expect(try await store.documents(of: owner, after: "\0", limit: 100).count == 5)
        }
    }
}
