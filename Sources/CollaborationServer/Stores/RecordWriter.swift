import CollaborationCore

/// Reads and changes the records of a store.
///
/// A change reads a record, applies rules and replaces it, and retries on a conflict. Calls of this process on one
/// collaboration are serialized, since they would conflict with each other.
struct RecordWriter: Sendable {
    /// How often a change is tried.
    private static let maximumAttemptCount = 16

    let store: any CollaborationStore
    private let queue = CollaborationQueue()

    /// Waits after a number of conflicts, at random (jitter).
    var backOff: @Sendable (_ conflictCount: Int) async throws -> Void = { conflictCount in
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...min(1 << conflictCount, 500))))
    }

    init(_ store: any CollaborationStore) {
        self.store = store
    }

    /// What is stored about a collaboration; nil if nothing is.
    func record(of collaboration: CollaborationIdentifier) async throws(CollaborationError) -> CollaborationRecord? {
        guard let stored = try await stored(collaboration) else { return nil }
        return try CollaborationRecord(storedForm: stored.bytes, of: collaboration)
    }

    /// Changes a record by rules, and stores it with the index of accounts if it has changed.
    ///
    /// `rules` may run again after a conflict: it has no side effects.
    ///
    /// - Parameter account: One whose entry in the index is removed even if the record does not change.
    @discardableResult
    func change<Outcome: Sendable>(
        _ collaboration: CollaborationIdentifier,
        unlisting account: AccountIdentifier? = nil,
        by rules: (inout CollaborationRecord) throws(CollaborationError) -> Outcome
    ) async throws(CollaborationError) -> Outcome {
        try await replace(collaboration) { stored throws(CollaborationError) in
            var before = CollaborationRecord()
            if let stored { before = try CollaborationRecord(storedForm: stored, of: collaboration) }
            var record = before
            let outcome = try rules(&record)
            guard record != before || account != nil else { return (nil, outcome) }
            let (had, have) = (before.accounts, record.accounts)
            let accounts = AccountChanges(
                added: have.subtracting(had),
                removed: had.union(account.map { [$0] } ?? []).subtracting(have)
            )
            return ((record.isEmpty ? nil : record.storedForm, accounts), outcome)
        }
    }

    /// Deletes a record that cannot be read.
    ///
    /// Its entries in the index stay.
    func deleteDamagedRecord(of collaboration: CollaborationIdentifier) async throws(CollaborationError) {
        try await replace(collaboration) { stored throws(CollaborationError) in
            let isDamaged = stored.map {
                (try? CollaborationRecord(storedForm: $0, of: collaboration)) == nil
            }
            return (isDamaged == true ? (nil, AccountChanges()) : nil, ())
        }
    }

    /// Replaces the bytes of a record by what a closure makes of them; a nil replacement keeps them.
    @discardableResult
    private func replace<Outcome: Sendable>(
        _ collaboration: CollaborationIdentifier,
        _ decide: ([UInt8]?) throws(CollaborationError) -> ((bytes: [UInt8]?, accounts: AccountChanges)?, Outcome)
    ) async throws(CollaborationError) -> Outcome {
        try await wait { try await queue.enter(collaboration) }
        defer { queue.leave(collaboration) }
        for attempt in 1...Self.maximumAttemptCount {
            if attempt > 1 { try await wait { try await backOff(attempt - 1) } }
            let stored = try await stored(collaboration)
            let (replacement, outcome) = try decide(stored?.bytes)
            guard let replacement else { return outcome }
            do {
                let isReplaced = try await store.replaceRecord(
                    of: collaboration,
                    version: stored?.version,
                    with: replacement.bytes.map { StoredRecord(bytes: $0) },
                    accounts: replacement.accounts
                )
                if isReplaced { return outcome }
            } catch {
                throw .store(error)
            }
        }
        throw .busy
    }

    private func stored(_ collaboration: CollaborationIdentifier) async throws(CollaborationError) -> StoredRecord? {
        do { return try await store.record(of: collaboration) } catch { throw .store(error) }
    }

    /// Waits for a turn or a time; a task that is cancelled meanwhile has changed nothing.
    private func wait(_ work: () async throws -> Void) async throws(CollaborationError) {
        do { try await work() } catch { throw .store(error) }
    }
}
