import CollaborationServer
import Foundation
import GRDB
import SQLiteParticipantStore
import ServiceLifecycle

#if PostgreSQL
    import PostgreSQLParticipantStore
#endif

/// The stores on one database, and the other operations of the database that the server needs.
struct Stores: Service {
    let documents: any DocumentStore
    let participants: any PagedParticipantStore

    /// Deletes the records of challenges that expired before a date.
    let evict: @Sendable (_ date: Date) async throws -> Int

    /// Throws if the database does not answer.
    let check: @Sendable () async throws -> Void

    let close: @Sendable () async -> Void

    /// Opens the database, and makes its tables if there are none.
    static func open(_ settings: DatabaseSettings) async throws(StartError) -> Stores {
        do {
            #if PostgreSQL
                if let url = settings.url {
                    return try await postgreSQL(url.value, connectionCount: settings.connectionCount)
                }
            #endif
            return try await sqlite(settings.file)
        } catch {
            // The errors of both databases are sentences, without the password of a URL.
            throw StartError("\(error)")
        }
    }

    private static func sqlite(_ path: String) async throws -> Stores {
        let database = try SQLiteDatabase(path: path)
        let participants = try await SQLiteParticipantStore(database)
        return Stores(
            documents: try await SQLiteDocumentStore(database),
            participants: participants,
            evict: { try await participants.evict(expiredBefore: $0) },
            check: { _ = try await database.read { try Int.fetchOne($0, sql: "SELECT 1") } },
            close: { try? database.close() }
        )
    }

    #if PostgreSQL
        private static func postgreSQL(_ url: String, connectionCount: Int) async throws -> Stores {
            let database = try await PostgreSQLDatabase(url, connectionCount: connectionCount)
            let participants = try await PostgreSQLParticipantStore(database)
            return Stores(
                documents: try await PostgreSQLDocumentStore(database),
                participants: participants,
                evict: { try await participants.evict(expiredBefore: $0) },
                check: { _ = try await database.read(PostgreSQLQuery("SELECT 1")) },
                close: { await database.close() }
            )
        }
    #endif

    /// Closes the database when everything that uses it has stopped.
    func run() async throws {
        try? await gracefulShutdown()
        await close()
    }
}
