import CollaborationModels
import CollaborationServer

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PostgreSQLValue {
    static func name(_ identifier: some StringIdentifier) -> PostgreSQLValue {
        .utf8(identifier.rawValue)
    }

    /// The root hashes, each once and in order, so that transactions which lock several rows rarely wait for each other.
    static func rootHashes(_ identities: some Sequence<Person.Identity>) -> PostgreSQLValue {
        .arrayOfBytes(Set(identities).map(\.rootHash).sorted { $0.lexicographicallyPrecedes($1) })
    }
}

extension StringIdentifier {
    /// Reads a name.
    ///
    /// One that is not UTF-8 was not written by the store.
    init(bytes: Data) throws(PostgreSQLError) {
        guard let name = String(validating: bytes, as: UTF8.self) else {
            throw .unexpectedValue("a name is not UTF-8")
        }
        self.init(rawValue: name)
    }
}

extension Person.Identity {
    /// Reads a root hash.
    ///
    /// It is no error of a client if it is malformed.
    init(column bytes: Data) throws(PostgreSQLError) {
        do throws(MalformedRootHashError) {
            try self.init(rootHash: bytes)
        } catch {
            throw .unexpectedValue("\(error)")
        }
    }
}

extension Participant {
    /// Reads the columns `root_hash` and `account`.
    init(row: PostgreSQLRow) throws {
        let account = try row.bytesIfPresent(1).map { try AccountIdentifier(bytes: $0) }
        self.init(identity: try Person.Identity(column: row.bytes(0)), account: account)
    }
}

extension PostgreSQLResult {
    /// The root hashes in the first column.
    func identities() throws(PostgreSQLError) -> Set<Person.Identity> {
        var identities: Set<Person.Identity> = []
        for row in rows { identities.insert(try Person.Identity(column: row.bytes(0))) }
        return identities
    }

    /// The accounts in the first column.
    func accounts() throws(PostgreSQLError) -> Set<AccountIdentifier> {
        var accounts: Set<AccountIdentifier> = []
        for row in rows { accounts.insert(try AccountIdentifier(bytes: row.bytes(0))) }
        return accounts
    }
}
