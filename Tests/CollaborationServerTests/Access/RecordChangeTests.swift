import CollaborationCore
import CollaborationTestSupport
import Testing

@testable import CollaborationServer

@Suite("Changes of records")
struct RecordChangeTests {
    let document: CollaborationIdentifier = "doc-42"

    /// A store that refuses each replacement.
    private var conflicting: FaultyStore {
        var store = FaultyStore(InMemoryCollaborationStore())
        store.swap = { _, _ in false }
        return store
    }

    /// A server that counts the replacements of its store.
    private func server(
        _ store: any CollaborationStore,
        counting replacements: SharedValue<Int>,
        afterReplacement: @escaping @Sendable () async throws -> Void = {}
    ) throws -> CollaborationAccess {
        let counting = FaultyStore(
            store,
            before: { if $0 != nil { replacements.value.withLock { $0 += 1 } } },
            afterReplacement: afterReplacement
        )
        return try CollaborationAccess(operatingOn: counting)
    }

    @Test("A change gives up after 16 conflicts with an error of its own")
    func conflicts() async throws {
        let replacements = SharedValue(0)
        let conflictCounts = Locked<[Int]>([])
        var collaborations = try server(conflicting, counting: replacements)
        collaborations.writer.backOff = { count in conflictCounts.withLock { $0.append(count) } }
        let error = await #expect(throws: CollaborationConflictError.self) {
            try await collaborations.addParticipants([.sample(1)], to: document)
        }
        #expect(error?.attemptCount == 16)
        #expect(replacements.value.withLock(\.self) == 16)
        #expect(conflictCounts.withLock { $0 } == Array(1...15))
    }

    @Test("A task that is cancelled after a conflict begins no further attempt")
    func cancellation() async throws {
        let replacements = SharedValue(0)
        var collaborations = try server(conflicting, counting: replacements)
        collaborations.writer.backOff = { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) {
            try await collaborations.addParticipants([.sample(1)], to: document)
        }
        #expect(replacements.value.withLock(\.self) == 1)
    }

    @Test("After a conflict the rules are applied to what is stored then")
    func secondAttempt() async throws {
        let (store, replacements) = (InMemoryCollaborationStore(), SharedValue(0))
        let other = try CollaborationAccess(operatingOn: store)
        try await other.addParticipants([.sample(1), .sample(2)], to: document)
        let overtaken = FaultyStore(
            store,
            before: { replaced in
                guard replaced != nil else { return }
                let count = replacements.value.withLock { count in
                    count += 1
                    return count
                }
                if count == 1 { try await other.removeParticipants([.sample(1)], from: "doc-42") }
            }
        )
        let collaborations = try CollaborationAccess(operatingOn: overtaken)
        let result = try await RecordOperation.admit(.sample(1), .sample(1), .refuse).perform(
            on: collaborations
        )
        #expect(result == .refused(.unknownIdentity))
        #expect(replacements.value.withLock(\.self) == 1)
        #expect(try await collaborations.record(of: document).unprovenIdentities == [.sample(2)])
    }

    @Test("An error of the store whose outcome is unknown is thrown and not repeated")
    func unknownOutcome() async throws {
        let (store, replacements) = (InMemoryCollaborationStore(), SharedValue(0))
        let collaborations = try server(store, counting: replacements) { throw FaultyStore.Failure() }
        await #expect(throws: FaultyStore.Failure.self) {
            try await collaborations.addParticipants([.sample(1)], to: document)
        }
        #expect(replacements.value.withLock(\.self) == 1)
        #expect(try await collaborations.record(of: document).unprovenIdentities == [.sample(1)])
        // A repetition by the caller finds its effect and writes nothing.
        try await collaborations.addParticipants([.sample(1)], to: document)
        #expect(replacements.value.withLock(\.self) == 1)
    }

    @Test("A change that has no effect writes nothing")
    func noEffect() async throws {
        let (store, replacements) = (InMemoryCollaborationStore(), SharedValue(0))
        let collaborations = try server(store, counting: replacements)
        _ = try await collaborations.end(document)
        _ = try await collaborations.forget(document)
        _ = try await collaborations.leave(document, as: "bob")
        #expect(replacements.value.withLock(\.self) == 0)
        let operations: [RecordOperation] = [
            .update(added: [.sample(1), .sample(2)], removed: [.sample(3)]),
            .admit(.sample(1), .sample(1), .refuse),
        ]
        for operation in operations { _ = try await operation.perform(on: collaborations) }
        #expect(replacements.value.withLock(\.self) == 2)
        let idle: [RecordOperation] =
            operations + [
                .update(added: [.sample(3)], removed: [.sample(3)]),
                .admit(.sample(9), .sample(2), .refuse),
                .admit(.sample(1), .sample(2, as: "carol"), .refuse),
                .remove("carol", keepingIdentities: true),
                .remove("carol", keepingIdentities: false),
                .removeUnproven([.sample(1), .sample(3), .sample(9)]),
                .identities(of: "bob"), .isListed("bob"), .participants,
            ]
        for operation in idle { _ = try await operation.perform(on: collaborations) }
        #expect(replacements.value.withLock(\.self) == 2)
    }

    @Test("A damaged record is a typed error of each call, and stays as it is")
    func damagedRecord() async throws {
        let store = InMemoryCollaborationStore()
        let damaged = StoredRecord(bytes: [2])
        _ = await store.replaceRecord(of: document, version: nil, with: damaged, accounts: AccountChanges())
        let collaborations = try CollaborationAccess(operatingOn: store)
        for operation in [
            RecordOperation.end, .update(added: [.sample(1)], removed: []), .identities(of: "bob"),
            .participants,
        ] {
            await #expect(throws: MalformedRecordError("The version is 2.")) {
                try await operation.perform(on: collaborations)
            }
        }
        #expect(await store.record(of: document) == damaged)
    }

    @Test("A store with one writer is read and changed in one visit")
    func singleWriter() async throws {
        let store = OneVisitStore()
        let collaborations = try CollaborationAccess(operatingOn: store)
        let operations: [(RecordOperation, RecordResult)] = [
            (.update(added: [.sample(1)], removed: []), .accounts([])),
            (.admit(.sample(1), .sample(1, until: 5), .refuse), .admitted(revoked: nil)),
            (.admit(.sample(1), .sample(1, until: 5), .refuse), .refused(.challengeAlreadyUsed)),
            (.end, .accounts(["bob"])),
            (.forget(at: RecordOperation.date), .accounts([])),
        ]
        for (operation, result) in operations {
            #expect(try await operation.perform(on: collaborations) == result)
        }
        let visits = await store.visits
        #expect(visits.map(\.isReplaced) == [true, true, false, true, true])
        #expect(visits.map(\.accounts.added) == [[], ["bob"], [], [], []])
        #expect(visits.map(\.accounts.removed) == [[], [], [], ["bob"], []])
        #expect(await store.stored == nil)
    }
}

/// A store of one record that is only changed in one visit.
private actor OneVisitStore: SingleWriterStore {
    struct Visit {
        var isReplaced = false
        var accounts = AccountChanges()
    }

    nonisolated let identifier = StoreIdentifier()
    private(set) var stored: StoredRecord?
    private(set) var visits: [Visit] = []

    func changeRecord<Outcome: Sendable>(
        of collaboration: CollaborationIdentifier,
        _ decide: @escaping @Sendable ([UInt8]?) throws -> RecordDecision<Outcome>
    ) throws -> Outcome {
        visits.append(Visit())
        switch try decide(stored?.bytes) {
        case .keep(let outcome): return outcome
        case .replace(let record, let accounts, let outcome):
            stored = record
            visits[visits.count - 1] = Visit(isReplaced: true, accounts: accounts)
            return outcome
        }
    }

    func record(of collaboration: CollaborationIdentifier) -> StoredRecord? {
        Issue.record("the record is read in a visit of its own")
        return stored
    }

    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) -> Bool {
        Issue.record("the record is replaced in a visit of its own")
        return false
    }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) -> [CollaborationIdentifier] {
        []
    }
}
