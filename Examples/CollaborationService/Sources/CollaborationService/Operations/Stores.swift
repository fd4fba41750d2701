import CollaborationCore
import CollaborationServer
import EtcdCollaborationStore
import Foundation
import GRDB
import SQLiteCollaborationStore
import ServiceLifecycle

#if PostgreSQL
    import PostgreSQLCollaborationStore

    extension PostgreSQLCollaborationStore: JointStore {}
    extension PostgreSQLError: DatabaseFailure {}
#endif

/// A store that can read a record together with one of another store in the same database, as they are at one time.
private protocol JointStore: CollaborationStore {
    func records(
        of one: CollaborationIdentifier,
        and two: CollaborationIdentifier,
        in other: Self
    ) async throws -> (StoredRecord?, StoredRecord?)
}

extension SQLiteCollaborationStore: JointStore {}
extension EtcdCollaborationStore: JointStore {}
extension SQLiteDatabaseError: DatabaseFailure {}
extension EtcdError: DatabaseFailure {}
extension CollaborationConflictError: DatabaseFailure {}

extension DocumentStore {
    fileprivate init<Store: JointStore>(_ records: Store, _ collaborations: MeasuredStore<Store>) {
        self.init(records) { document, collaboration in
            try await collaborations.measure(.record) {
                try await records.records(of: document, and: collaboration, in: collaborations.base)
            }
        }
    }
}

/// The stores on one database, and the other operations of the database that the server needs.
struct Stores: Service {
    let documents: DocumentStore
    let collaborations: any CollaborationStore

    /// The number of statements that wait for a connection to PostgreSQL.
    var waitingCount: @Sendable () -> Int = { 0 }

    /// Throws if the database does not answer.
    let check: @Sendable () async throws -> Void

    /// The time by the clock of the database, as far as it knows it.
    let time: @Sendable () async throws -> ClosedRange<Date>

    let close: @Sendable () async -> Void

    /// Opens the database, and makes its tables if there are none.
    static func open(_ settings: DatabaseSettings) async throws(StartError) -> Stores {
        do {
            switch settings.engine {
            case .sqlite(let file):
                // The file is on this machine, whose clock was not yet there when the file was last changed.
                let changed = [file, file + "-wal"].compactMap {
                    try? FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
                }.max()
                let time = (changed ?? .distantPast)...Date.distantFuture
                let database = try SQLiteDatabase(path: file)
                let documents = try await SQLiteCollaborationStore(database, name: "document")
                let collaborations = MeasuredStore(try await SQLiteCollaborationStore(database))
                return Stores(
                    documents: DocumentStore(documents, collaborations),
                    collaborations: collaborations,
                    check: { _ = try await database.read { try Int.fetchOne($0, sql: "SELECT 1") } },
                    time: { time },
                    close: { try? database.close() }
                )
            #if PostgreSQL
                case .postgreSQL(let url):
                    let count = settings.connectionCount
                    let database = try await PostgreSQLDatabase(url.value, connectionCount: count)
                    let documents = try await PostgreSQLCollaborationStore(database, name: "document")
                    let collaborations = MeasuredStore(try await PostgreSQLCollaborationStore(database))
                    return Stores(
                        documents: DocumentStore(documents, collaborations),
                        collaborations: collaborations,
                        waitingCount: { database.waitingCount },
                        check: { _ = try await database.time() },
                        time: { try await database.time() },
                        close: { await database.close() }
                    )
            #endif
            case .etcd(let endpoints):
                let etcd = EtcdClient(endpoints: endpoints)
                let documents = try await EtcdCollaborationStore(etcd, name: "document")
                let collaborations = MeasuredStore(try await EtcdCollaborationStore(etcd))
                return Stores(
                    documents: DocumentStore(documents, collaborations),
                    collaborations: collaborations,
                    check: { _ = try await etcd.time() },
                    time: { try await etcd.time() },
                    close: {}
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
