import CollaborationCore
import CollaborationServer
import Synchronization

@testable import CollaborationService

/// Lets some writes pass, and makes the database fail at all later ones, as a crash does, or at the next one only.
final class Crash: Sendable {
    struct Failure: DatabaseFailure {}

    private let remaining = Mutex<Int?>(nil)
    private let failsOnce = Mutex(false)

    /// Sets the number of writes that pass; nil for any number.
    func allow(_ count: Int?) {
        remaining.withLock { $0 = count }
    }

    /// Makes the next write fail, and none after it.
    func failOnce() {
        failsOnce.withLock { $0 = true }
    }

    func write<Value>(_ body: () async throws -> Value) async throws -> Value {
        let fails = failsOnce.withLock { fails in
            defer { fails = false }
            return fails
        }
        if fails { throw Failure() }
        try remaining.withLock { remaining in
            guard remaining != 0 else { throw Failure() }
            remaining = remaining.map { $0 - 1 }
        }
        return try await body()
    }
}

/// A store whose writes a crash prevents.
struct CrashingStore: CollaborationStore {
    let store = InMemoryCollaborationStore()
    let crash: Crash

    var identifier: StoreIdentifier { store.identifier }

    func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        await store.record(of: collaboration)
    }

    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        try await crash.write {
            await store.replaceRecord(of: collaboration, version: version, with: record, accounts: accounts)
        }
    }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        await store.collaborations(of: account, after: last, limit: limit)
    }
}
