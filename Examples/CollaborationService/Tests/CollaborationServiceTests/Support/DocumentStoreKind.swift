import CollaborationServer
import EtcdCollaborationStore
import Foundation
import SQLiteCollaborationStore

@testable import CollaborationService

#if PostgreSQL
    import PostgreSQLCollaborationStore
#endif

/// The document stores that the tests run with: PostgreSQL and etcd only if there is one for tests.
enum DocumentStoreKind: CaseIterable {
    case inMemory, sqlite, etcd, postgreSQL

    private static let environment = ProcessInfo.processInfo.environment

    static var available: [DocumentStoreKind] {
        var kinds = [inMemory, sqlite]
        if environment["ETCD"] != nil { kinds.append(etcd) }
        #if PostgreSQL
            if environment["DATABASE_URL"] != nil { kinds.append(postgreSQL) }
        #endif
        return kinds
    }

    /// The settings of a server with this database; the default is SQLite.
    var settings: [String: String] {
        switch self {
        case .inMemory, .sqlite: [:]
        case .etcd: ["DATABASE_URL": "etcd://\(Self.environment["ETCD"] ?? "")"]
        case .postgreSQL: ["DATABASE_URL": Self.environment["DATABASE_URL"] ?? ""]
        }
    }

    /// Runs a test with a store, which other tests may use at the same time.
    func withStore(_ test: (DocumentStore) async throws -> Void) async throws {
        switch self {
        case .inMemory:
            try await test(DocumentStore(InMemoryCollaborationStore()))
        case .sqlite:
            let folder = try TemporaryFolder()
            let database = try SQLiteDatabase(path: "\(folder.path)/test.sqlite")
            try await test(DocumentStore(try await SQLiteCollaborationStore(database, name: "document")))
            try database.close()
        case .etcd:
            let endpoints = Self.environment["ETCD"]?.split(separator: ",").map(String.init) ?? []
            let etcd = EtcdClient(endpoints: endpoints)
            try await test(DocumentStore(try await EtcdCollaborationStore(etcd, name: "document")))
        case .postgreSQL:
            #if PostgreSQL
                let url = Self.environment["DATABASE_URL"] ?? ""
                let database = try await PostgreSQLDatabase(url, connectionCount: 2)
                let store = try await PostgreSQLCollaborationStore(database, name: "document")
                try await test(DocumentStore(store))
                await database.close()
            #endif
        }
    }
}
