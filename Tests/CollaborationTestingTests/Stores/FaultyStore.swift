import CollaborationModels
import CollaborationProofs
import CollaborationServer

/// A node of a store whose operations can be replaced by faulty ones.
struct FaultyStore: CollaborationStore {
    /// The arguments of a replacement.
    struct Swap: Sendable {
        var document: CollaborationIdentifier
        var version: RecordVersion?
        var record: StoredRecord?
        var accounts: AccountChanges
    }

    typealias Base = any CollaborationStore

    let base: Base
    var identifier: StoreIdentifier
    var read: @Sendable (Base, CollaborationIdentifier) async throws -> StoredRecord? = {
        try await $0.record(of: $1)
    }
    var swap: @Sendable (Base, Swap) async throws -> Bool = { try await $0.swap($1) }
    var list:
        @Sendable (Base, AccountIdentifier, CollaborationIdentifier?, Int) async throws
            -> [CollaborationIdentifier] = { try await $0.collaborations(of: $1, after: $2, limit: $3) }

    init(_ base: Base) {
        self.base = base
        identifier = base.identifier
    }

    func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        try await read(base, collaboration)
    }

    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        let call = Swap(document: collaboration, version: version, record: record, accounts: accounts)
        return try await swap(base, call)
    }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        try await list(base, account, last, limit)
    }
}

extension CollaborationStore {
    func swap(_ call: FaultyStore.Swap) async throws -> Bool {
        try await replaceRecord(
            of: call.document,
            version: call.version,
            with: call.record,
            accounts: call.accounts
        )
    }

    /// Replaces whatever is stored.
    func force(_ call: FaultyStore.Swap) async throws -> Bool {
        var call = call
        repeat { call.version = try await record(of: call.document)?.version } while try await !swap(call)
        return true
    }

    /// Changes the index alone.
    func change(_ accounts: AccountChanges, of document: CollaborationIdentifier) async throws {
        let record = try await record(of: document)
        _ = try await force(.init(document: document, record: record, accounts: accounts))
    }

    /// All collaborations of an account.
    func all(of account: AccountIdentifier) async throws -> [CollaborationIdentifier] {
        try await collaborations(of: account, after: nil, limit: 1_000_000)
    }
}

/// A place where calls meet: each waits for some others, but not for ever.
final class Meeting: Sendable {
    private let arrivals = Locked(0)

    func arrive() { arrivals.withLock { $0 += 1 } }

    func wait(for others: Int) async {
        let start = arrivals.withLock { $0 }
        for _ in 0..<500 where arrivals.withLock({ $0 }) < start + others { await Task.yield() }
    }
}
