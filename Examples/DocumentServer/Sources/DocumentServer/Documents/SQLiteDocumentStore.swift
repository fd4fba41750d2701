import CollaborationModels
import Foundation
import GRDB
import SQLiteParticipantStore

/// Documents in a SQLite file.
struct SQLiteDocumentStore: DocumentStore {
    private let database: SQLiteDatabase

    /// Opens the store in a database, and makes its table if there is none.
    init(_ database: SQLiteDatabase) async throws {
        try await database.migrate("documents", steps: [DocumentStatement.schema(bytes: "BLOB")])
        self.database = database
    }

    func create(_ document: Document, limit: Int) async throws {
        try await database.write { database in
            try database.run(
                .insert,
                [
                    "identifier": document.identifier.bytes, "owner": document.owner.bytes,
                    "title": Data(document.title.utf8), "text": Data(document.text.utf8),
                    "revision": document.revision, "is_shared": document.isShared,
                ]
            )
            guard database.changesCount == 1 else { return }
            let count: Int? = try database.rows(.grow, ["owner": document.owner.bytes]).first?[
                "document_count"
            ]
            guard let count, count <= limit else { throw TooManyDocumentsError(limit: limit) }
        }
    }

    func document(_ identifier: CollaborationIdentifier) async throws -> Document? {
        try await database.read { database in
            try database.rows(.document, ["identifier": identifier.bytes]).first.map(Document.init(row:))
        }
    }

    func summary(of identifier: CollaborationIdentifier) async throws -> DocumentSummary? {
        try await database.read { database in
            try database.rows(.summary, ["identifier": identifier.bytes]).first.map(
                DocumentSummary.init(row:)
            )
        }
    }

    func summaries(of identifiers: [CollaborationIdentifier]) async throws -> [DocumentSummary] {
        try await database.read { database in
            try identifiers.flatMap { try database.rows(.summary, ["identifier": $0.bytes]) }
                .map(DocumentSummary.init(row:))
        }
    }

    func documents(
        of owner: AccountIdentifier,
        after: CollaborationIdentifier,
        limit: Int
    ) async throws -> [DocumentSummary] {
        try await database.read { database in
            let arguments: StatementArguments = ["owner": owner.bytes, "after": after.bytes, "limit": limit]
            return try database.rows(.documentsOfOwner, arguments).map(DocumentSummary.init(row:))
        }
    }

    func change(
        _ identifier: CollaborationIdentifier,
        to change: DocumentChange
    ) async throws -> ChangeOutcome {
        try await database.write { database in
            let arguments: StatementArguments = [
                "identifier": identifier.bytes, "revision": change.revision, "title": Data(change.title.utf8),
                "text": Data(change.text.utf8),
            ]
            if let row = try database.rows(.change, arguments).first {
                return .changed(revision: row["revision"])
            }
            let row = try database.rows(.revision, ["identifier": identifier.bytes]).first
            return row.map { .conflict(revision: $0["revision"]) } ?? .unknown
        }
    }

    func setShared(_ identifier: CollaborationIdentifier, _ isShared: Bool) async throws {
        try await database.write { database in
            try database.run(.setShared, ["identifier": identifier.bytes, "is_shared": isShared])
        }
    }

    func delete(_ identifier: CollaborationIdentifier) async throws {
        try await database.write { database in
            let row = try database.rows(.delete, ["identifier": identifier.bytes]).first
            if let row { try database.shrink(AccountIdentifier(row.text("owner")), by: 1) }
        }
    }

    func deleteDocuments(of owner: AccountIdentifier, limit: Int) async throws -> [CollaborationIdentifier] {
        try await database.write { database in
            let identifiers = try database.identifiers(.deleteSome, ["owner": owner.bytes, "limit": limit])
            try database.shrink(owner, by: identifiers.count)
            return identifiers
        }
    }

    func deletedDocuments(of owner: AccountIdentifier?, limit: Int) async throws -> [CollaborationIdentifier]
    {
        try await database.read { database in
            guard let owner else { return try database.identifiers(.deleted, ["limit": limit]) }
            return try database.identifiers(.deletedOfOwner, ["owner": owner.bytes, "limit": limit])
        }
    }

    func forget(_ identifier: CollaborationIdentifier) async throws {
        try await database.write { try $0.run(.forget, ["identifier": identifier.bytes]) }
    }
}

extension SQLiteDatabaseError: DatabaseFailure {}

extension Database {
    fileprivate func run(_ statement: DocumentStatement, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: statement.rawValue).execute(arguments: arguments)
    }

    fileprivate func rows(_ statement: DocumentStatement, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: statement.rawValue), arguments: arguments)
    }

    /// Takes deleted documents from the number of an owner's documents.
    fileprivate func shrink(_ owner: AccountIdentifier, by count: Int) throws {
        try run(.shrink, ["owner": owner.bytes, "count": count])
        try run(.forgetSize, ["owner": owner.bytes])
    }

    fileprivate func identifiers(
        _ statement: DocumentStatement,
        _ arguments: StatementArguments
    ) throws -> [CollaborationIdentifier] {
        try rows(statement, arguments).map { CollaborationIdentifier($0.text("identifier")) }
    }
}

extension Row {
    /// The text in a column of bytes, an empty one for NULL.
    fileprivate func text(_ column: String) -> String {
        String(decoding: self[column] as Data? ?? Data(), as: UTF8.self)
    }
}

extension StringIdentifier {
    fileprivate var bytes: Data { Data(rawValue.utf8) }
}

extension DocumentSummary {
    fileprivate init(row: Row) {
        self.init(
            identifier: CollaborationIdentifier(row.text("identifier")),
            owner: AccountIdentifier(row.text("owner")),
            title: row.text("title"),
            revision: row["revision"],
            isShared: row["is_shared"]
        )
    }
}

extension Document {
    fileprivate init(row: Row) {
        self.init(DocumentSummary(row: row), text: row.text("text"))
    }
}
