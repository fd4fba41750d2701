package import CollaborationCore
package import CollaborationServer

/// A node of a store whose operations can be replaced by faulty ones.
package struct FaultyStore: CollaborationStore {
    /// The arguments of a replacement.
    package struct Swap: Sendable {
        package var document: CollaborationIdentifier
        package var version: RecordVersion?
        package var record: StoredRecord?
        package var accounts: AccountChanges
    }

    package typealias Base = any CollaborationStore

    package let base: Base
    package var makeIdentifier: @Sendable (Base) -> StoreIdentifier = { $0.identifier }
    package var read: @Sendable (Base, CollaborationIdentifier) async throws -> StoredRecord? = {
        try await $0.record(of: $1)
    }
    package var swap: @Sendable (Base, Swap) async throws -> Bool = { try await $0.swap($1) }
    package var list:
        @Sendable (Base, AccountIdentifier, CollaborationIdentifier?, Int) async throws
            -> [CollaborationIdentifier] = { try await $0.collaborations(of: $1, after: $2, limit: $3) }

    package init(_ base: Base) { self.base = base }

    package var identifier: StoreIdentifier { makeIdentifier(base) }

    package func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        try await read(base, collaboration)
    }

    package func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        let call = Swap(document: collaboration, version: version, record: record, accounts: accounts)
        return try await swap(base, call)
    }

    package func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        try await list(base, account, last, limit)
    }
}

extension CollaborationStore {
    package func swap(_ call: FaultyStore.Swap) async throws -> Bool {
        try await replaceRecord(of: call.document, version: call.version, with: call.record, accounts: call.accounts)
    }

    /// Replaces whatever is stored.
    package func force(_ call: FaultyStore.Swap) async throws -> Bool {
        var call = call
        repeat { call.version = try await record(of: call.document)?.version } while try await !swap(call)
        return true
    }

    /// Changes the index alone.
    package func change(_ accounts: AccountChanges, of document: CollaborationIdentifier) async throws {
        let record = try await record(of: document)
        _ = try await force(.init(document: document, record: record, accounts: accounts))
    }

    /// All collaborations of an account.
    package func all(of account: AccountIdentifier) async throws -> [CollaborationIdentifier] {
        try await collaborations(of: account, after: nil, limit: 1_000_000)
    }
}
