import CollaborationModels
import CollaborationServer
import Foundation
import GRDB

/// The arguments that name an identity of a collaboration.
func key(_ collaboration: Data, _ identity: Person.Identity) -> StatementArguments {
    ["collaboration": collaboration, "root_hash": identity.rootHash]
}

/// The arguments that name an account of a collaboration.
func key(_ collaboration: Data, _ account: AccountIdentifier) -> StatementArguments {
    ["collaboration": collaboration, "account": account.bytes]
}

extension Database {
    func run(_ statement: StoreStatement, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: statement.rawValue).execute(arguments: arguments)
    }

    /// Runs a statement and returns the number of rows that it has changed.
    func change(_ statement: StoreStatement, _ arguments: StatementArguments) throws -> Int {
        try run(statement, arguments)
        return changesCount
    }

    func rows(_ statement: StoreStatement, _ arguments: StatementArguments) throws -> [Row] {
        try Row.fetchAll(cachedStatement(sql: statement.rawValue), arguments: arguments)
    }

    /// The first column.
    func data(_ statement: StoreStatement, _ arguments: StatementArguments) throws -> [Data] {
        try Data.fetchAll(cachedStatement(sql: statement.rawValue), arguments: arguments)
    }

    /// The first column, which may be NULL.
    func optionalData(_ statement: StoreStatement, _ arguments: StatementArguments) throws -> [Data?] {
        try Optional<Data>.fetchAll(cachedStatement(sql: statement.rawValue), arguments: arguments)
    }

    /// The first column of the first row.
    func number(_ statement: StoreStatement, _ arguments: StatementArguments = [:]) throws -> Int64? {
        try Int64.fetchOne(cachedStatement(sql: statement.rawValue), arguments: arguments)
    }

    func hasIdentity(_ account: Data, in collaboration: Data) throws -> Bool {
        try number(.hasIdentity, ["collaboration": collaboration, "account": account]) != nil
    }
}

extension RawRepresentable<String> {
    /// The name in a column.
    var bytes: Data { Data(rawValue.utf8) }
}

extension AccountIdentifier {
    init(bytes: Data) {
        self.init(rawValue: String(decoding: bytes, as: UTF8.self))
    }
}

extension CollaborationIdentifier {
    init(bytes: Data) {
        self.init(rawValue: String(decoding: bytes, as: UTF8.self))
    }
}

extension Person.Identity {
    init(storedBytes: Data) throws(SQLiteDatabaseError) {
        do {
            try self.init(rootHash: storedBytes)
        } catch {
            // An endpoint would take the library's error for a fault of the client.
            throw .damaged("\(error)")
        }
    }
}

extension Participant {
    init(row: Row) throws {
        let account: Data? = row["account"]
        self.init(
            identity: try Person.Identity(storedBytes: row["root_hash"]),
            account: account.map(AccountIdentifier.init(bytes:))
        )
    }
}

extension StoreIdentifier {
    init(storedBytes: Data) throws(SQLiteDatabaseError) {
        guard let identifier = Self(rawRepresentation: storedBytes) else {
            throw .damaged(
                "the identifier of the store has \(storedBytes.count) bytes, not \(Self.byteCount)"
            )
        }
        self = identifier
    }
}
