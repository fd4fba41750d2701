#if PostgreSQL
    import CollaborationModels
    import Foundation
    import PostgreSQLParticipantStore

    /// Documents in PostgreSQL.
    struct PostgreSQLDocumentStore: DocumentStore {
        private let database: PostgreSQLDatabase

        /// Opens the store in a database, and makes its table if there is none.
        init(_ database: PostgreSQLDatabase) async throws {
            let script = DocumentStatement.schema(bytes: "BYTEA")
            try await database.makeTables("documents", version: 1, script: script)
            self.database = database
        }

        func create(_ document: Document, limit: Int) async throws {
            let query = PostgreSQLQuery(
                .insert,
                [
                    "identifier": .text(document.identifier), "owner": .text(document.owner),
                    "title": .text(document.title), "text": .text(document.text),
                    "revision": .integer(Int64(document.revision)), "is_shared": .boolean(document.isShared),
                ]
            )
            let grow = PostgreSQLQuery(.grow, ["owner": .text(document.owner)])
            try await database.transaction { connection in
                guard try connection.run(query).rowCount == 1 else { return }
                guard try connection.run(grow).rows[0].integer(0) <= limit else {
                    throw TooManyDocumentsError(limit: limit)
                }
            }
        }

        func document(_ identifier: CollaborationIdentifier) async throws -> Document? {
            let rows = try await database.read(.init(.document, ["identifier": .text(identifier)]))[0].rows
            return try rows.first.map(Document.init(row:))
        }

        func summary(of identifier: CollaborationIdentifier) async throws -> DocumentSummary? {
            let rows = try await database.read(.init(.summary, ["identifier": .text(identifier)]))[0].rows
            return try rows.first.map(DocumentSummary.init(row:))
        }

        func summaries(of identifiers: [CollaborationIdentifier]) async throws -> [DocumentSummary] {
            let queries = identifiers.map { PostgreSQLQuery(.summary, ["identifier": .text($0)]) }
            return try await database.transaction { connection in
                try connection.run(queries).flatMap(\.rows).map(DocumentSummary.init(row:))
            }
        }

        func documents(
            of owner: AccountIdentifier,
            after: CollaborationIdentifier,
            limit: Int
        ) async throws -> [DocumentSummary] {
            let query = PostgreSQLQuery(
                .documentsOfOwner,
                ["owner": .text(owner), "after": .text(after), "limit": .integer(Int64(limit))]
            )
            return try await database.read(query)[0].rows.map(DocumentSummary.init(row:))
        }

        func change(
            _ identifier: CollaborationIdentifier,
            to change: DocumentChange
        ) async throws -> ChangeOutcome {
            let update = PostgreSQLQuery(
                .change,
                [
                    "identifier": .text(identifier), "revision": .integer(Int64(change.revision)),
                    "title": .text(change.title), "text": .text(change.text),
                ]
            )
            let current = PostgreSQLQuery(.revision, ["identifier": .text(identifier)])
            return try await database.transaction { connection in
                let results = try connection.run([update, current])
                if let row = results[0].rows.first { return .changed(revision: Int(try row.integer(0))) }
                return try results[1].rows.first.map { .conflict(revision: Int(try $0.integer(0))) }
                    ?? .unknown
            }
        }

        func setShared(_ identifier: CollaborationIdentifier, _ isShared: Bool) async throws {
            try await write(
                .init(.setShared, ["identifier": .text(identifier), "is_shared": .boolean(isShared)])
            )
        }

        func delete(_ identifier: CollaborationIdentifier) async throws {
            let query = PostgreSQLQuery(.delete, ["identifier": .text(identifier)])
            try await database.transaction { connection in
                guard let row = try connection.run(query).rows.first else { return }
                try connection.shrink(AccountIdentifier(try row.text(0)), by: 1)
            }
        }

        func deleteDocuments(
            of owner: AccountIdentifier,
            limit: Int
        ) async throws -> [CollaborationIdentifier] {
            let query = PostgreSQLQuery(
                .deleteSome,
                ["owner": .text(owner), "limit": .integer(Int64(limit))]
            )
            return try await database.transaction { connection in
                let identifiers = try connection.run(query).identifiers()
                try connection.shrink(owner, by: identifiers.count)
                return identifiers
            }
        }

        func deletedDocuments(
            of owner: AccountIdentifier?,
            limit: Int
        ) async throws -> [CollaborationIdentifier] {
            let limit = PostgreSQLValue.integer(Int64(limit))
            let query =
                owner.map { PostgreSQLQuery(.deletedOfOwner, ["owner": .text($0), "limit": limit]) }
                ?? PostgreSQLQuery(.deleted, ["limit": limit])
            return try await database.read(query)[0].identifiers()
        }

        func forget(_ identifier: CollaborationIdentifier) async throws {
            try await write(.init(.forget, ["identifier": .text(identifier)]))
        }

        private func write(_ query: PostgreSQLQuery) async throws {
            try await database.transaction { _ = try $0.run(query) }
        }
    }

    extension PostgreSQLError: DatabaseFailure {}

    extension PostgreSQLConnection {
        /// Takes deleted documents from the number of an owner's documents.
        fileprivate func shrink(_ owner: AccountIdentifier, by count: Int) throws {
            let owner = PostgreSQLValue.text(owner)
            _ = try run([
                PostgreSQLQuery(.shrink, ["owner": owner, "count": .integer(Int64(count))]),
                PostgreSQLQuery(.forgetSize, ["owner": owner]),
            ])
        }
    }

    extension PostgreSQLQuery {
        fileprivate init(_ statement: DocumentStatement, _ values: [String: PostgreSQLValue]) {
            self.init(PostgreSQLStatement(stringLiteral: statement.rawValue), values)
        }
    }

    extension PostgreSQLValue {
        fileprivate static func text(_ text: String) -> PostgreSQLValue { .bytes(Data(text.utf8)) }
        fileprivate static func text(_ name: some StringIdentifier) -> PostgreSQLValue {
            .text(name.rawValue)
        }
    }

    extension PostgreSQLResult {
        fileprivate func identifiers() throws -> [CollaborationIdentifier] {
            try rows.map { CollaborationIdentifier(try $0.text(0)) }
        }
    }

    extension PostgreSQLRow {
        fileprivate func text(_ column: Int) throws(PostgreSQLError) -> String {
            String(decoding: try bytes(column), as: UTF8.self)
        }
    }

    extension DocumentSummary {
        fileprivate init(row: PostgreSQLRow) throws(PostgreSQLError) {
            self.init(
                identifier: CollaborationIdentifier(try row.text(0)),
                owner: AccountIdentifier(try row.text(1)),
                title: try row.text(2),
                revision: Int(try row.integer(3)),
                isShared: try row.boolean(4)
            )
        }
    }

    extension Document {
        fileprivate init(row: PostgreSQLRow) throws(PostgreSQLError) {
            self.init(try DocumentSummary(row: row), text: try row.text(5))
        }
    }
#endif
