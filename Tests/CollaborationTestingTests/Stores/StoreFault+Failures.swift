import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import Synchronization

extension StoreFault {
    struct Disconnected: Error {}

    /// Faults of a node that is cut off, of a reply that is lost, and of calls that are canceled.
    static let failures: [StoreFault] =
        cancellation + [
            StoreFault(failing: "A call on a disc", "A node that is cut off queues replacements", onSecondNode: true) {
                $0.swap = { [isFailing = $1] in try await isFailing.isTrue ? true : $0.swap($1) }
                $0.disconnect($1, swap: false)
            },
            StoreFault(failing: "A call on a disc", "A node that is cut off reads its cache", onSecondNode: true) {
                let cache = SharedValue<[CollaborationIdentifier: StoredRecord]>([:])
                $0.read = { [isFailing = $1] store, document in
                    if isFailing.isTrue { return cache.value.withLock { $0[document] } }
                    let record = try await store.record(of: document)
                    cache.value.withLock { $0[document] = record }
                    return record
                }
                $0.disconnect($1, read: false)
            },
            StoreFault(failing: "A call on a disc", "A node that is cut off gives its last list", onSecondNode: true) {
                let cache = SharedValue<[AccountIdentifier: [CollaborationIdentifier]]>([:])
                $0.list = { [isFailing = $1] store, account, last, limit in
                    if isFailing.isTrue { return cache.value.withLock { $0[account] ?? [] } }
                    let list = try await store.collaborations(of: account, after: last, limit: limit)
                    cache.value.withLock { $0[account] = list }
                    return list
                }
                $0.disconnect($1, list: false)
            },
            StoreFault(failing: "A replacement whose", "A replacement whose reply was lost is sent again") {
                $0.swap = { [isFailing = $1] store, call in
                    guard isFailing.reset() else { return try await store.swap(call) }
                    _ = try await store.swap(call)
                    return try await store.swap(call)
                }
            },
            StoreFault(failing: "A replacement whose", "A replacement is made again over the next one") {
                let late = SharedValue<FaultyStore.Swap?>(nil)
                $0.swap = { [isFailing = $1] store, call in
                    guard !isFailing.reset() else {
                        late.value.withLock { $0 = call }
                        _ = try await store.swap(call)
                        throw Disconnected()
                    }
                    guard try await store.swap(call) else { return false }
                    if let call = late.value.withLock({ $0.take() }) {
                        Task {
                            try await Task.sleep(for: .seconds(1))
                            _ = try await store.force(call)
                        }
                    }
                    return true
                }
            },
            StoreFault(failing: "A replacement whose", "Half of a replacement whose reply was lost is made") {
                $0.swap = { [isFailing = $1] store, call in
                    guard isFailing.reset() else { return try await store.swap(call) }
                    var record = call
                    record.accounts = AccountChanges()
                    _ = try await store.swap(record)
                    throw Disconnected()
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
            .swap("A call of a canceled", "Half of a large record is stored after a cancellation") { store, call in
                guard Task.isCancelled, let record = call.record, record.bytes.count > 1000 else {
                    return try await store.swap(call)
                }
                var half = call
                half.record = StoredRecord(bytes: Array(record.bytes.prefix(1000)), version: record.version)
                _ = try await store.swap(half)
                throw CancellationError()
            },
        ]

    private static let cancellation: [StoreFault] = [
        StoreFault("A call of a canceled", "A canceled read returns nil") {
            $0.read = { try await Task.isCancelled ? nil : $0.record(of: $1) }
        },
        StoreFault("A call of a canceled", "A canceled list is empty") {
            $0.list = { try await Task.isCancelled ? [] : $0.collaborations(of: $1, after: $2, limit: $3) }
        },
        .swap("A call of a canceled", "A canceled replacement returns false") {
            try await Task.isCancelled ? false : $0.swap($1)
        },
    ]
}

extension FaultyStore {
    /// Throws an error from calls while a value is true.
    fileprivate mutating func disconnect(
        _ isFailing: SharedValue<Bool>,
        read isRead: Bool = true,
        swap isSwap: Bool = true,
        list isList: Bool = true
    ) {
        let (read, swap, list) = (read, swap, list)
        @Sendable func fail(_ isIncluded: Bool) throws {
            if isIncluded, isFailing.isTrue { throw StoreFault.Disconnected() }
        }
        self.read = {
            try fail(isRead)
            return try await read($0, $1)
        }
        self.swap = {
            try fail(isSwap)
            return try await swap($0, $1)
        }
        self.list = {
            try fail(isList)
            return try await list($0, $1, $2, $3)
        }
    }
}

extension SharedValue<Bool> {
    var isTrue: Bool { value.withLock(\.self) }

    func reset() -> Bool {
        value.withLock { value in
            defer { value = false }
            return value
        }
    }
}
