import CollaborationCore
import CollaborationServer
import Foundation
import Metrics
import OperatedStore
import ServiceLifecycle
import Synchronization

/// A store that times each operation of another one, counts conflicts, and counts the bytes for the limits of accounts.
struct Database: CollaborationStore, Service {
    /// What a replacement in this task does to the account that has started the collaboration.
    @TaskLocal static var starter = StarterChange.unchanged

    /// The version that a record must still have to be changed in this task; nil for any.
    @TaskLocal static var onlyVersion: RecordVersion?

    /// When the last operation of the act that goes on in this task has ended, and whether a change was sent that is not known to have failed.
    @TaskLocal static var progress: Current<(end: Date, isSent: Bool)>?

    /// A record has another version than it must have, and was not changed.
    struct OtherVersion: Error {}

    let base: any OperatedStore
    private let timers = ["record", "replaceRecord", "collaborations"].map {
        Timer(label: "store", dimensions: [("operation", $0)])
    }
    private let conflicts = Counter(label: "database_conflicts")

    init(_ base: any OperatedStore) { self.base = base }

    static func open(_ database: Settings.Database) async throws(StartError) -> Database {
        // The errors of all databases are sentences, without the password of a URL.
        do { return Database(try await database.open()) } catch { throw StartError("\(error)") }
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
        guard Self.onlyVersion == nil || Self.onlyVersion == version else { throw OtherVersion() }
        RequestCost.current?.add(written: record?.bytes.count ?? 0)
        Self.progress?.value.isSent = true
        let isReplaced = try await measure(1) {
            try await base.replaceRecord(
                of: collaboration,
                version: version,
                with: record,
                accounts: accounts,
                starter: Self.starter
            )
        }
        if !isReplaced {
            conflicts.increment()
            Self.progress?.value.isSent = false
        }
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
        defer {
            timers[timer].record(duration: .now - start)
            Self.progress?.value.end = Date()
        }
        return try await body()
    }

    /// Closes the database when everything that uses it has stopped.
    func run() async throws {
        try? await gracefulShutdown()
        await base.close()
    }
}

/// What a request costs its account besides itself: a token for each 64 KiB that it has sent or read from the database, and for
/// each 4 KiB that it has written to it or to the audit log.
///
/// What is read is gone with the answer, and what is written stays, in etcd with all earlier versions of an hour.
final class RequestCost: Sendable {
    /// Those of the request that goes on in this task.
    @TaskLocal static var current: RequestCost?

    private let total = Atomic(0)

    var tokenCount: Int { total.load(ordering: .relaxed) / 65_536 }

    func add(_ count: Int) { total.add(count, ordering: .relaxed) }
    func add(written count: Int) { add(count * 16) }
}
