import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import Synchronization

extension StoreFault {
    /// Faults that depend on equal bytes, on what the bytes say, or on time.
    static let contents: [StoreFault] = [
        .swap("The bytes of a record", "A replacement by equal bytes leaves the index as it was") { store, call in
            var call = call
            let stored = try await store.record(of: call.document)
            if stored != nil, stored?.bytes == call.record?.bytes { call.accounts = AccountChanges() }
            return try await store.swap(call)
        },
        .swap("The bytes of a record", "A replacement keeps bytes of equal size") { store, call in
            var call = call
            if let old = try await store.record(of: call.document)?.bytes, let record = call.record, old.count > 16,
                old.count == record.bytes.count
            {
                call.record = StoredRecord(bytes: old, version: record.version)
            }
            return try await store.swap(call)
        },
        .bytes("Zeros at the end of a record are lost") { bytes in Array(bytes.prefix { _ in bytes.last != 0 }) },
        .swap("The bytes of a record", "The index has the accounts that the record names") { store, call in
            var call = call
            if let bytes = call.record?.bytes,
                let record = try? CollaborationRecord(storedForm: bytes, of: call.document)
            {
                call.accounts = AccountChanges(added: record.accounts)
            }
            return try await store.swap(call)
        },
        StoreFault("What was stored", "Records are kept for a second") {
            let times = SharedValue<[CollaborationIdentifier: ContinuousClock.Instant]>([:])
            $0.swap = { store, call in
                times.value.withLock { $0[call.document] = .now }
                return try await store.swap(call)
            }
            $0.read = { store, document in
                let age = times.value.withLock { $0[document] }.map { .now - $0 } ?? .zero
                return try await age < .seconds(1) ? store.record(of: document) : nil
            }
        },
    ]

    static let many: [StoreFault] = [
        .list("An account has more", "Lists come from the first 1,000 names") {
            Array($0.prefix(1000)).page(after: $1, limit: $2)
        },
        .swap("Names of acc", "An entry of the index has at most 1,700 bytes") { store, call in
            for account in call.accounts.added
            where account.rawValue.utf8.count + call.document.rawValue.utf8.count > 1700 { throw Disconnected() }
            return try await store.swap(call)
        },
    ]
}
