import CollaborationCore
import CollaborationCrypto

/// Reads and changes the records of a store.
///
/// A change reads a record, applies rules and replaces it, and retries on a conflict. Calls of this process on one
/// collaboration are serialized, since they would conflict with each other.
struct RecordWriter: Sendable {
    /// How often a change is tried.
    private static let maximumAttemptCount = 16

    let store: any CollaborationStore
    private let queue = CollaborationQueue()

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
    /// - Parameters:
    ///   - collaboration: The name of the record.
    ///   - actor: Who acts.
    ///   - account: One that the rules erase, whose entries in the index are removed even if the record does not change.
    ///   - isDamageIgnored: Whether a record that cannot be read is taken for an empty one. Its entries in the index stay.
    /// - Returns: What has changed.
    @discardableResult
    func change(
        _ collaboration: CollaborationIdentifier,
        by actor: Collaboration.Actor,
        erasing account: AccountIdentifier? = nil,
        isDamageIgnored: Bool = false,
        _ rules: (inout CollaborationRecord) throws(CollaborationError) -> Void
    ) async throws(CollaborationError) -> Change {
        try await wait { try await queue.enter(collaboration) }
        defer { queue.leave(collaboration) }
        for attempt in 1...Self.maximumAttemptCount {
            if attempt > 1 { try await wait { try await backOff(after: attempt - 1) } }
            let stored = try await stored(collaboration)
            let before = try record(stored, of: collaboration, isDamageIgnored: isDamageIgnored)
            var record = before
            try rules(&record)
            let change = Change(from: before, to: record, in: collaboration, by: actor, erasing: account)
            guard record != before || account != nil else { return change }
            let replacement = record.isEmpty ? nil : StoredRecord(bytes: record.storedForm)
            let accounts = AccountChanges(for: change, from: before, to: record, unlisting: account)
            if try await replace(stored?.version, of: collaboration, with: replacement, accounts) { return change }
        }
        throw .busy
    }

    private func record(
        _ stored: StoredRecord?,
        of collaboration: CollaborationIdentifier,
        isDamageIgnored: Bool
    ) throws(CollaborationError) -> CollaborationRecord {
        guard let stored else { return CollaborationRecord() }
        do throws(CollaborationError) {
            return try CollaborationRecord(storedForm: stored.bytes, of: collaboration)
        } catch {
            guard isDamageIgnored else { throw error }
            return CollaborationRecord()
        }
    }

    private func replace(
        _ version: RecordVersion?,
        of collaboration: CollaborationIdentifier,
        with record: StoredRecord?,
        _ accounts: AccountChanges
    ) async throws(CollaborationError) -> Bool {
        do {
            return try await store.replaceRecord(of: collaboration, version: version, with: record, accounts: accounts)
        } catch {
            // The answer may be lost and the record written. In a task of its own, since this one may be canceled.
            let store = store
            let found = try? await Task { try await store.record(of: collaboration) }.value
            if let record, found?.version == record.version { return true }
            throw .store(error)
        }
    }

    /// Waits after a number of conflicts, at random (jitter).
    ///
    /// With a fifth of this maximum, one call in ten of many servers gave up.
    private func backOff(after conflictCount: Int) async throws {
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...min(1 << conflictCount, 500))))
    }

    private func stored(_ collaboration: CollaborationIdentifier) async throws(CollaborationError) -> StoredRecord? {
        try await wait { try await store.record(of: collaboration) }
    }

    /// Runs what changes nothing: if it ends since the task is canceled, that is no failure of the store.
    private func wait<Value: Sendable>(
        _ work: () async throws -> Value
    ) async throws(CollaborationError) -> Value {
        do { return try await work() } catch { throw error is CancellationError ? .canceled : .store(error) }
    }
}

extension AccountChanges {
    /// The changes of the index for a change of a record.
    ///
    /// The index has the accounts with access, and under a key that no account can have those that the record only names, so
    /// that an erasure finds them.
    fileprivate init(
        for change: Change,
        from old: CollaborationRecord,
        to new: CollaborationRecord,
        unlisting account: AccountIdentifier?
    ) {
        guard !change.isEmpty || account != nil else {
            self.init(added: [], removed: [])
            return
        }
        let (named, names) = (old.names.subtracting(old.accounts), new.names.subtracting(new.accounts))
        let formerKeys = named.subtracting(names).map(\.traceKey) + (account.map { [$0, $0.traceKey] } ?? [])
        self.init(
            added: change.gained.union(names.subtracting(named).map(\.traceKey)),
            removed: change.lost.union(formerKeys)
        )
    }
}

extension AccountIdentifier {
    /// The key of the index for the collaborations whose records name the account without its having access: a
    /// noncharacter, which no account begins with, and SHA-256 of the name in hexadecimal.
    var traceKey: AccountIdentifier { "\u{FFFF}\(SHA256.hash(data: rawValue.utf8))" }
}
