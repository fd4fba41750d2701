import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import Foundation
import Synchronization

extension StoreFault {
    /// Faults of removals and deletions alone, of many accounts or names, and of what equal bytes hide.
    static let removals: [StoreFault] = [
        .removes("Names of acc", "without backslashes") { account, _, removed in
            removed.contains { $0.replacing("\\", with: "") == account } && !account.contains("\\")
        },
        .removes("Names of acc", "without case") { account, _, removed in
            removed.contains { $0.lowercased() == account.lowercased() }
        },
        .removes("The index changes with", "up to 280 of them") { account, _, removed in
            removed.count <= 280 ? removed.contains(account) : removed.sorted().prefix(280).contains(account)
        },
        .removes("The index changes with", "all of them in a deletion") { $1 ? true : $2.contains($0) },
        StoreFault("Names of acc", "A deletion deletes records whose names go on with a slash") {
            let names = SharedValue(Set<CollaborationIdentifier>())
            $0.swap = { store, call in
                guard try await store.swap(call) else { return false }
                let others = names.value.withLock { names in
                    names.insert(call.document)
                    return names.filter { $0.rawValue.hasPrefix(call.document.rawValue + "/") }
                }
                guard call.record == nil, call.version != nil else { return true }
                for other in others { _ = try await store.force(call.deletion(of: other)) }
                return true
            }
        },
        .list("Names of acc", "Names that are integers are listed first") { names, last, limit in
            let rest = names.page(after: last, limit: .max)
            let integers = rest.filter { UInt32($0.rawValue).map { "\($0)" } == $0.rawValue }
            return Array((integers + rest.filter { !integers.contains($0) }).prefix(limit))
        },
        StoreFault("An account has more", "The entries of a list have at most 1 MiB") {
            $0.list = { store, account, last, limit in
                var size = 0
                return try await store.collaborations(of: account, after: last, limit: limit).filter { name in
                    size += account.rawValue.utf8.count + name.rawValue.utf8.count
                    return size <= 1 << 20
                }
            }
        },
        StoreFault("A list has all", "A list is read in parts of 100 by their place") {
            $0.list = { store, account, last, limit in
                var names: [CollaborationIdentifier] = []
                while names.count < limit {
                    let part = try await store.all(of: account).page(after: last, limit: limit).dropFirst(names.count)
                    names += part.prefix(100)
                    if part.count < 100 { break }
                    await pause()
                }
                return names
            }
        },
        .bytes("Records that begin as gzip files do are decompressed") { $0.starts(with: [0x1F, 0x8B]) ? [] : $0 },
        .swap("Tasks that read", "The bytes are compared with those of the version") { store, call in
            let old = try await store.record(of: call.document)
            guard old?.version == call.version else { return false }
            await pause()
            return try await store.record(of: call.document)?.bytes == old?.bytes ? store.force(call) : false
        },
        StoreFault("Tasks that read", "An index that another collaboration changes at the same time is not changed") {
            let busy = SharedValue<[CollaborationIdentifier: Set<AccountIdentifier>]>([:])
            $0.swap = { store, call in
                let accounts = call.accounts.added
                let isBusy = busy.value.withLock { busy in
                    defer { busy[call.document] = accounts }
                    return busy.contains { $0.key != call.document && !$0.value.isDisjoint(with: accounts) }
                }
                defer { busy.value.withLock { $0[call.document] = nil } }
                await pause(for: .milliseconds(10))
                var call = call
                if isBusy { call.accounts = AccountChanges() }
                return try await store.swap(call)
            }
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
        StoreFault("A call of a canceled", "A canceled list ends with its first 100 names") {
            $0.list = { store, account, last, limit in
                let names = try await store.collaborations(of: account, after: last, limit: limit)
                return Task.isCancelled ? Array(names.prefix(100)) : names
            }
        },
        StoreFault(failing: "A replacement whose", "A creation whose reply was lost is sent again") {
            $0.swap = { [isFailing = $1] store, call in
                guard isFailing.reset() else { return try await store.swap(call) }
                let isReplaced = try await store.swap(call)
                guard call.version == nil else { throw Disconnected() }
                return try await isReplaced ? store.swap(call) : false
            }
        },
        StoreFault(failing: "A replacement whose", "A reply that was lost is taken for the next one") {
            let replies = SharedValue<[Bool]>([])
            $0.swap = { [isFailing = $1] store, call in
                let isLost = isFailing.reset()
                let reply = try await store.swap(call)
                replies.value.withLock { $0.append(reply) }
                guard !isLost else { throw Disconnected() }
                return replies.value.withLock { $0.removeFirst() }
            }
        },
        StoreFault(failing: "A call on a disc", "The records of a node end after it is cut off", onSecondNode: true) {
            let own = SharedValue(Set<CollaborationIdentifier>())
            $0.swap = { [isFailing = $1] store, call in
                guard !isFailing.isTrue else {
                    for document in own.value.withLock(\.self) {
                        _ = try await store.force(call.deletion(of: document))
                    }
                    throw Disconnected()
                }
                own.value.withLock { _ = $0.insert(call.document) }
                return try await store.swap(call)
            }
        },
    ]

    /// Entries of the index are removed that a function chooses among those of the collaboration.
    private static func removes(
        _ rule: String,
        _ description: String,
        _ isRemoved: @escaping @Sendable (_ account: String, _ isDeletion: Bool, _ removed: Set<String>) -> Bool
    ) -> StoreFault {
        StoreFault(rule, "Accounts are removed from the index \(description)") {
            let entries = SharedValue<[CollaborationIdentifier: Set<AccountIdentifier>]>([:])
            $0.swap = { store, call in
                var call = call
                let removed = Set(call.accounts.removed.map(\.rawValue))
                let isDeletion = call.record == nil && call.version != nil
                let all = entries.value.withLock { ($0[call.document] ?? []).union(call.accounts.removed) }
                let gone = all.filter { isRemoved($0.rawValue, isDeletion, removed) }.subtracting(call.accounts.added)
                call.accounts = AccountChanges(added: call.accounts.added, removed: gone)
                guard try await store.swap(call) else { return false }
                entries.value.withLock {
                    $0[call.document, default: []].formUnion(call.accounts.added)
                    $0[call.document]?.subtract(gone)
                }
                return true
            }
        }
    }
}

extension FaultyStore.Swap {
    /// A deletion of another record, which leaves the index as it is.
    fileprivate func deletion(of document: CollaborationIdentifier) -> FaultyStore.Swap {
        var call = self
        (call.document, call.record, call.accounts) = (document, nil, AccountChanges())
        return call
    }
}
