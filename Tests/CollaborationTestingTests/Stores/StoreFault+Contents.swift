import CollaborationCore
import CollaborationCrypto
import CollaborationServer
import CollaborationTestSupport
import Foundation
import Synchronization

extension StoreFault {
    /// Faults that depend on equal bytes, on many or large values, on earlier calls, or on time.
    static let contents: [StoreFault] = equalBytes + runs + memories

    private static let equalBytes: [StoreFault] = [
        .swap("The bytes of a record", "A replacement by equal bytes leaves the index as it was") { store, call in
            var call = call
            let stored = try await store.record(of: call.document)
            if stored != nil, stored?.bytes == call.record?.bytes { call.accounts = AccountChanges() }
            return try await store.swap(call)
        },
        StoreFault("The bytes of a record", "Collaborations share bytes that are deleted with the first one") {
            let blobs = SharedValue<[[UInt8]: [UInt8]]>([:])
            $0.swap = { store, call in
                let old = try await store.record(of: call.document)?.bytes
                guard try await store.swap(call) else { return false }
                blobs.value.withLock { blobs in
                    if let old { blobs[old] = nil }
                    if let new = call.record?.bytes { blobs[new] = new }
                }
                return true
            }
            $0.read = { store, document in
                guard let record = try await store.record(of: document) else { return nil }
                let bytes = blobs.value.withLock { $0[record.bytes] }
                return StoredRecord(bytes: bytes ?? [], version: record.version)
            }
        },
        .keepsBytes("of equal size") { $0.count == $1.count },
        .keepsBytes("with an equal beginning") { $0.count == $1.count && $0.prefix(4096) == $1.prefix(4096) },
        .keepsBytes("with an equal end") { $0.count == $1.count && $0.suffix(4096) == $1.suffix(4096) },
    ]

    private static let runs: [StoreFault] = [
        .swap("The bytes of a record", "A deletion of a large record ignores the version") { store, call in
            let size = try await store.record(of: call.document)?.bytes.count ?? 0
            return try await call.record == nil && size > 1000 ? store.force(call) : store.swap(call)
        },
        .bytes("Zeros at the end of a record are lost") { bytes in Array(bytes.prefix { _ in bytes.last != 0 }) },
        .bytes("A run of equal bytes has a length of 8 bits") { bytes in
            guard bytes.count > 256, let byte = bytes.last, bytes.allSatisfy({ $0 == byte }) else { return bytes }
            return Array(bytes.prefix(bytes.count % 256))
        },
        .bytes("A run of zeros has a length of 16 bits") { bytes in
            bytes.count > 1 << 16 && bytes.dropLast().allSatisfy { $0 == 0 } ? Array(bytes.dropFirst(1 << 16)) : bytes
        },
        .bytes("A record that is JSON is written anew") { bytes in
            guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return bytes }
            return (try? JSONSerialization.data(withJSONObject: value, options: .sortedKeys)).map(Array.init) ?? bytes
        },
        .swap("The bytes of a record", "The index has the accounts that the record names") { store, call in
            var call = call
            if let bytes = call.record?.bytes,
                let record = try? CollaborationRecord(storedForm: bytes, of: call.document)
            {
                call.accounts = AccountChanges(added: record.accounts)
            }
            return try await store.swap(call)
        },
    ]

    static let many: [StoreFault] = [
        .list("An account has more", "Lists come from the first 1,000 names") {
            Array($0.prefix(1000)).page(after: $1, limit: $2)
        },
        .list("An account has more", "A list has at most 1 MB") { names, last, limit in
            var size = 0
            return names.page(after: last, limit: limit).filter { name in
                size += name.rawValue.utf8.count
                return size <= 1_000_000
            }
        },
        StoreFault("An account has more", "An account and a name are one key of at most 1,500 bytes") {
            $0.list = { store, account, last, limit in
                var keys = Set<[UInt8]>()
                return try await store.all(of: account).filter { name in
                    keys.insert(Array((account.rawValue + name.rawValue).utf8.prefix(1500))).inserted
                }.page(after: last, limit: limit)
            }
        },
        .list("An account has more", "The fourth page of 100 names is empty") { names, last, limit in
            let page = names.page(after: last, limit: limit)
            return limit == 100 && page.first == names.dropFirst(300).first ? [] : page
        },
        .list("The index is listed", "A name to begin after has at most 255 bytes") { names, last, limit in
            names.page(after: last.map { name in .init(String(name.rawValue.prefix(255))) }, limit: limit)
        },
        .list("The index is listed", "A limit has 16 bits") { $0.page(after: $1, limit: $2 & 0xFFFF) },
        .swap("Names of acc", "An entry of the index has at most 1,700 bytes") { store, call in
            for account in call.accounts.added
            where account.rawValue.utf8.count + call.document.rawValue.utf8.count > 1700 { throw Disconnected() }
            return try await store.swap(call)
        },
        StoreFault("An account has more", "Only the last 100 records are kept") {
            let kept = SharedValue<[CollaborationIdentifier]>([])
            $0.swap = { store, call in
                kept.value.withLock { $0 = ($0 + [call.document]).suffix(100) }
                return try await store.swap(call)
            }
            $0.read = { store, document in
                let isKept = kept.value.withLock { $0.contains(document) }
                return try await isKept ? store.record(of: document) : nil
            }
        },
    ]

    private static let memories: [StoreFault] = [
        StoreFault("A version that was", "A version is taken for the stored one after 20 replacements") {
            let old = SharedValue<[CollaborationIdentifier: [RecordVersion]]>([:])
            $0.swap = { store, call in
                let stored = try await store.record(of: call.document)?.version
                let isNew = old.value.withLock { old in
                    let versions = (old[call.document] ?? []) + (stored.map { [$0] } ?? [])
                    old[call.document] = versions
                    return versions.suffix(20).contains { $0 == call.version }
                        || !versions.contains { $0 == call.version }
                }
                return try await isNew ? store.swap(call) : store.force(call)
            }
        },
        .swap("A version that was", "Versions are compared in four bits") { store, call in
            let stored = try await store.record(of: call.document)?.version.rawRepresentation
            let isAlike = stored.map { $0[3] & 15 } == call.version.map { $0.rawRepresentation[3] & 15 }
            return try await isAlike ? store.force(call) : false
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
        StoreFault("A replacement changes something", "The identifier is another one after a deletion") {
            let isOther = SharedValue(false)
            $0.makeIdentifier = { isOther.value.withLock(\.self) ? StoreIdentifier() : $0.identifier }
            $0.swap = { store, call in
                isOther.value.withLock { $0 = call.record == nil && call.version != nil }
                return try await store.swap(call)
            }
        },
        StoreFault("A replacement changes something", "The identifier is another one after a read") {
            let isOther = SharedValue(false)
            $0.makeIdentifier = { isOther.value.withLock(\.self) ? StoreIdentifier() : $0.identifier }
            $0.read = { store, document in
                isOther.value.withLock { $0 = true }
                return try await store.record(of: document)
            }
        },
    ]

    /// New bytes are not stored that are taken for the old ones.
    private static func keepsBytes(
        _ description: String,
        _ areAlike: @escaping @Sendable (_ old: [UInt8], _ new: [UInt8]) -> Bool
    ) -> StoreFault {
        .swap("The bytes of a record", "A replacement keeps bytes \(description)") { store, call in
            var call = call
            if let old = try await store.record(of: call.document)?.bytes, let record = call.record, old.count > 16,
                areAlike(old, record.bytes)
            {
                call.record = StoredRecord(bytes: old, version: record.version)
            }
            return try await store.swap(call)
        }
    }
}
