import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import Synchronization

/// Lets other tasks run between two steps that should be one.
func pause() async {
    for _ in 0..<20 { await Task.yield() }
}

/// Waits also in a task that is canceled, and long enough for others on a busy machine.
func pause(for time: Duration) async { await Task { try? await Task.sleep(for: time) }.value }

extension StoreFault {
    static let tasks: [StoreFault] = [
        StoreFault("Record and index", "The halves of a large record are read one after the other") {
            $0.read = { store, document in
                guard let first = try await store.record(of: document), first.bytes.count > 1000 else {
                    return try await store.record(of: document)
                }
                await pause()
                let second = try await store.record(of: document)?.bytes.dropFirst(1000) ?? []
                return StoredRecord(bytes: Array(first.bytes[..<1000]) + second, version: first.version)
            }
        },
        StoreFault("A list has all", "A list is read in two parts, the second by its position") {
            $0.list = { store, account, last, limit in
                let first = try await store.all(of: account).page(after: last, limit: limit).prefix(2)
                await pause()
                let second = try await store.all(of: account).page(after: last, limit: limit).dropFirst(2)
                return Array(first + second)
            }
        },
        .swap("Tasks that read", "Compare and swap are two steps") { store, call in
            guard try await store.record(of: call.document)?.version == call.version else { return false }
            await pause()
            return try await store.force(call)
        },
        StoreFault("Tasks that read", "The bytes of a record are read before its version") {
            $0.read = { store, document in
                let bytes = try await store.record(of: document)?.bytes
                await pause()
                let version = try await store.record(of: document)?.version
                guard let bytes, let version else { return nil }
                return StoredRecord(bytes: bytes, version: version)
            }
        },
        StoreFault("Names of acc", "An account's list is read and written in two steps") {
            let lists = SharedValue<[AccountIdentifier: Set<CollaborationIdentifier>]>([:])
            $0.swap = { store, call in
                guard try await store.swap(call) else { return false }
                for account in call.accounts.added.union(call.accounts.removed) {
                    var list = lists.value.withLock { $0[account] ?? [] }
                    if call.accounts.added.contains(account) {
                        list.insert(call.document)
                    } else {
                        list.remove(call.document)
                    }
                    await pause()
                    lists.value.withLock { $0[account] = list }
                }
                return true
            }
            $0.list = { _, account, last, limit in
                lists.value.withLock { $0[account] ?? [] }.sorted().page(after: last, limit: limit)
            }
        },
        StoreFault("Names of acc", "Replacements that share an account conflict") {
            let locked = SharedValue(Set<AccountIdentifier>())
            $0.swap = { store, call in
                let accounts = call.accounts.added
                let isFree = locked.value.withLock { locked in
                    defer { locked.formUnion(accounts) }
                    return locked.isDisjoint(with: accounts)
                }
                guard isFree else { return false }
                await pause()
                let isReplaced = try await store.swap(call)
                locked.value.withLock { $0.subtract(accounts) }
                return isReplaced
            }
        },
        .swap("Record and index", "A replacement changes the index afterwards") { store, call in
            var record = call
            record.accounts = AccountChanges()
            guard try await store.swap(record) else { return false }
            await pause()
            try await store.change(call.accounts, of: call.document)
            return true
        },
        .swap("Record and index", "The index changes in steps of 100 accounts") { store, call in
            var (first, added) = (call, call.accounts.added.sorted())
            let removed = call.accounts.removed.sorted()
            first.accounts = AccountChanges(added: Set(added.prefix(100)), removed: Set(removed.prefix(100)))
            guard try await store.swap(first) else { return false }
            added.removeFirst(min(100, added.count))
            guard !added.isEmpty || removed.count > 100 else { return true }
            await pause()
            let rest = AccountChanges(added: Set(added), removed: Set(removed.dropFirst(100)))
            try await store.change(rest, of: call.document)
            return true
        },
        .swap("Tasks that read", "The bytes are compared with those of the version") { store, call in
            let old = try await store.record(of: call.document)
            guard old?.version == call.version else { return false }
            await pause()
            return try await store.record(of: call.document)?.bytes == old?.bytes ? store.force(call) : false
        },
        StoreFault("Tasks that read", "A canceled replacement does not wait for the lock") {
            let locked = SharedValue(Set<CollaborationIdentifier>())
            $0.swap = { store, call in
                let isFree = { locked.value.withLock { $0.insert(call.document).inserted } }
                var isMine = isFree()
                while !isMine, !Task.isCancelled {
                    await pause(for: .milliseconds(1))
                    isMine = isFree()
                }
                defer { if isMine { locked.value.withLock { _ = $0.remove(call.document) } } }
                guard try await store.record(of: call.document)?.version == call.version else { return false }
                await pause(for: .milliseconds(20))
                return try await store.force(call)
            }
        },
    ]
}
