import Foundation
import SQLiteParticipantStore

@testable import DocumentServer

#if PostgreSQL
    import PostgreSQLParticipantStore
#endif

/// The document stores that the tests run with: PostgreSQL only if there is a database for tests.
enum DocumentStoreKind: CaseIterable {
    case inMemory, sqlite, postgreSQL

    static var available: [DocumentStoreKind] {
        #if PostgreSQL
            if ProcessInfo.processInfo.environment["DATABASE_URL"] != nil { return allCases }
        #endif
        return [.inMemory, .sqlite]
    }

    /// Runs a test with a store, which other tests may use at the same time.
    func withStore(_ test: (any DocumentStore) async throws -> Void) async throws {
        switch self {
        case .inMemory:
            try await test(InMemoryDocumentStore())
        case .sqlite:
            let folder = try TemporaryFolder()
            let database = try SQLiteDatabase(path: "\(folder.path)/test.sqlite")
            try await test(try await SQLiteDocumentStore(database))
            try database.close()
        case .postgreSQL:
            #if PostgreSQL
                let url = ProcessInfo.processInfo.environment["DATABASE_URL"] ?? ""
                let database = try await PostgreSQLDatabase(
                    url,
                    connectionCount: 2,
                    timeLimits: PostgreSQLTimeLimits(waiting: .seconds(86_400))
                )
                try await test(try await PostgreSQLDocumentStore(database))
                await database.close()
            #endif
        }
    }
}
