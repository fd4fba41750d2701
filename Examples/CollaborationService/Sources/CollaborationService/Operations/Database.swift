import CollaborationCore
import CollaborationServer
import EtcdCollaborationStore
import Foundation
import Metrics
import SQLiteCollaborationStore
import ServiceLifecycle
import Synchronization

#if PostgreSQL
    import PostgreSQLCollaborationStore

    extension PostgreSQLCollaborationStore: DatabaseStore {}
#endif

/// What the service needs of a database besides the three functions of a store.
protocol DatabaseStore: CollaborationStore {
    /// Throws if nothing can be written, and returns what the database knows of the time.
    func check() async throws -> ClosedRange<Date>

    /// Returns the first account of the index after another one.
    func account(after last: AccountIdentifier?) async throws -> AccountIdentifier?

    func close() async
}

extension DatabaseStore {
    func close() async {}
}

extension SQLiteCollaborationStore: DatabaseStore {}
extension EtcdCollaborationStore: DatabaseStore {}

/// A store that times each operation of another one, counts conflicts, and counts the bytes for the limits of accounts.
struct Database: CollaborationStore, Service {
    let base: any DatabaseStore
    private let timers = ["record", "replaceRecord", "collaborations"].map {
        Timer(label: "store", dimensions: [("operation", $0)])
    }
    private let conflicts = Counter(label: "database_conflicts")

    init(_ base: any DatabaseStore) { self.base = base }

    static func open(_ database: Settings.Database) async throws(StartError) -> Database {
        do {
            switch database {
            case .sqlite(let file): return Database(try await SQLiteCollaborationStore(path: file))
            #if PostgreSQL
                case .postgreSQL(let url): return Database(try await PostgreSQLCollaborationStore(url))
            #endif
            case .etcd(let members): return Database(try await EtcdCollaborationStore(endpoints: members))
            }
        } catch {
            // The errors of all databases are sentences, without the password of a URL.
            throw StartError("\(error)")
        }
    }

    var identifier: StoreIdentifier { base.identifier }

    func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        let record = try await measure(0) { try await base.record(of: collaboration) }
        RequestCost.current?.add(record?.bytes.count ?? 0)
        return record
    }

    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        RequestCost.current?.add(record?.bytes.count ?? 0)
        let isReplaced = try await measure(1) {
            try await base.replaceRecord(of: collaboration, version: version, with: record, accounts: accounts)
        }
        if !isReplaced { conflicts.increment() }
        return isReplaced
    }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        try await measure(2) { try await base.collaborations(of: account, after: last, limit: limit) }
    }

    private func measure<Value>(_ timer: Int, _ body: () async throws -> Value) async throws -> Value {
        let start = ContinuousClock.now
        defer { timers[timer].record(duration: .now - start) }
        return try await body()
    }

    /// Closes the database when everything that uses it has stopped.
    func run() async throws {
        try? await gracefulShutdown()
        await base.close()
    }
}

/// The bytes that a request has sent, read from the database and written to it, by which it costs its account.
final class RequestCost: Sendable {
    /// Those of the request that goes on in this task.
    @TaskLocal static var current: RequestCost?

    private let total = Atomic(0)

    var count: Int { total.load(ordering: .relaxed) }

    func add(_ count: Int) { total.add(count, ordering: .relaxed) }
}
