import CollaborationProofs
import CollaborationServer
import EtcdCollaborationStore
import Foundation
import GRDB
import SQLiteCollaborationStore
import ServiceLifecycle

#if PostgreSQL
    import PostgreSQLCollaborationStore

    extension PostgreSQLError: DatabaseFailure {}
#endif

extension SQLiteDatabaseError: DatabaseFailure {}
extension EtcdError: DatabaseFailure {}
extension CollaborationConflictError: DatabaseFailure {}

/// The stores on one database, and the other operations of the database that the server needs.
struct Stores: Service {
    let documents: DocumentStore
    let collaborations: any CollaborationStore

    /// Throws if the database does not answer.
    let check: @Sendable () async throws -> Void

    let close: @Sendable () async -> Void

    /// Opens the database, and makes its tables if there are none.
    static func open(_ settings: DatabaseSettings) async throws(StartError) -> Stores {
        do {
            switch settings.engine {
            case .sqlite(let file):
                let database = try SQLiteDatabase(path: file)
                return Stores(
                    documents: DocumentStore(try await SQLiteCollaborationStore(database, name: "document")),
                    collaborations: MeasuredStore(try await SQLiteCollaborationStore(database)),
                    check: { _ = try await database.read { try Int.fetchOne($0, sql: "SELECT 1") } },
                    close: { try? database.close() }
                )
            #if PostgreSQL
                case .postgreSQL(let url):
                    let count = settings.connectionCount
                    let database = try await PostgreSQLDatabase(url.value, connectionCount: count)
                    return Stores(
                        documents: DocumentStore(
                            try await PostgreSQLCollaborationStore(database, name: "document")
                        ),
                        collaborations: MeasuredStore(try await PostgreSQLCollaborationStore(database)),
                        check: { _ = try await database.read(PostgreSQLQuery("SELECT 1")) },
                        close: { await database.close() }
                    )
            #endif
            case .etcd(let endpoints):
                let etcd = EtcdClient(endpoints: endpoints)
                return Stores(
                    documents: DocumentStore(try await EtcdCollaborationStore(etcd, name: "document")),
                    collaborations: MeasuredStore(try await EtcdCollaborationStore(etcd)),
                    check: { _ = try await etcd.values([Data("check".utf8)]) },
                    close: { await etcd.close() }
                )
            }
        } catch {
            // The errors of all databases are sentences, without the password of a URL.
            throw StartError("\(error)")
        }
    }

    /// Closes the database when everything that uses it has stopped.
    func run() async throws {
        try? await gracefulShutdown()
        await close()
    }
}
