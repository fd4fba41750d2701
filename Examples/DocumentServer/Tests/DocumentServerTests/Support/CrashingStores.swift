import CollaborationModels
import CollaborationServer
import StoreTesting
import Synchronization

@testable import DocumentServer

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

struct CrashingDocumentStore: DocumentStore {
    let store: any DocumentStore
    let crash: Crash

    func create(_ document: Document, limit: Int) async throws {
        try await crash.write { try await store.create(document, limit: limit) }
    }

    func document(_ identifier: CollaborationIdentifier) async throws -> Document? {
        try await store.document(identifier)
    }

    func summary(of identifier: CollaborationIdentifier) async throws -> DocumentSummary? {
        try await store.summary(of: identifier)
    }

    func summaries(of identifiers: [CollaborationIdentifier]) async throws -> [DocumentSummary] {
        try await store.summaries(of: identifiers)
    }

    func documents(
        of owner: AccountIdentifier,
        after: CollaborationIdentifier,
        limit: Int
    ) async throws -> [DocumentSummary] {
        try await store.documents(of: owner, after: after, limit: limit)
    }

    func change(
        _ identifier: CollaborationIdentifier,
        to change: DocumentChange
    ) async throws -> ChangeOutcome {
        try await crash.write { try await store.change(identifier, to: change) }
    }

    func setShared(_ identifier: CollaborationIdentifier, _ isShared: Bool) async throws {
        try await crash.write { try await store.setShared(identifier, isShared) }
    }

    func delete(_ identifier: CollaborationIdentifier) async throws {
        try await crash.write { try await store.delete(identifier) }
    }

    func deleteDocuments(of owner: AccountIdentifier, limit: Int) async throws -> [CollaborationIdentifier] {
        try await crash.write { try await store.deleteDocuments(of: owner, limit: limit) }
    }

    func deletedDocuments(of owner: AccountIdentifier?, limit: Int) async throws -> [CollaborationIdentifier]
    {
        try await store.deletedDocuments(of: owner, limit: limit)
    }

    func forget(_ identifier: CollaborationIdentifier) async throws {
        try await crash.write { try await store.forget(identifier) }
    }
}

struct CrashingParticipantStore: ForwardingStore, PagedParticipantStore {
    let store: any PagedParticipantStore
    let crash: Crash

    var forwarded: any ParticipantStore { store }

    func update(_ update: ParticipantsUpdate) async throws -> Set<AccountIdentifier> {
        try await crash.write { try await store.update(update) }
    }

    func pair(_ pairing: Pairing) async throws -> PairingOutcome {
        try await crash.write { try await store.pair(pairing) }
    }

    func participants(
        in collaboration: CollaborationIdentifier,
        after last: Person.Identity?,
        limit: Int
    ) async throws -> (participants: [Participant], last: Person.Identity?) {
        try await store.participants(in: collaboration, after: last, limit: limit)
    }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        try await store.collaborations(of: account, after: last, limit: limit)
    }

    func remove(
        _ account: AccountIdentifier,
        from collaboration: CollaborationIdentifier,
        keepingIdentities: Bool
    ) async throws -> Set<Person.Identity> {
        try await crash.write {
            try await store.remove(account, from: collaboration, keepingIdentities: keepingIdentities)
        }
    }

    func removeUnproven(
        _ identities: Set<Person.Identity>,
        from collaboration: CollaborationIdentifier
    ) async throws -> Set<Person.Identity> {
        try await crash.write { try await store.removeUnproven(identities, from: collaboration) }
    }

    func removeAll(from collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await crash.write { try await store.removeAll(from: collaboration) }
    }

    func forget(_ collaboration: CollaborationIdentifier) async throws -> Set<AccountIdentifier> {
        try await crash.write { try await store.forget(collaboration) }
    }
}
