import CollaborationProofs

/// A record was changed by other servers each time that this one wanted to replace it.
///
/// Nothing has changed. Repeat the call later, or answer with HTTP 503.
public struct CollaborationConflictError: Error, Hashable, Sendable {
    /// The number of attempts.
    public let attemptCount: Int
}

extension CollaborationAccess {
    /// How often a change is tried, which takes at most about a second.
    private static var maximumAttemptCount: Int { 16 }

    /// Changes a record by its rules, and stores it with the index of accounts if it has changed.
    ///
    /// The rules may be applied several times, to what is stored each time.
    func change<Outcome: Sendable>(
        _ collaboration: CollaborationIdentifier,
        by rules: @escaping @Sendable (inout CollaborationRecord) throws -> Outcome
    ) async throws -> Outcome {
        try collaboration.check()
        let decide = { @Sendable (stored: [UInt8]?) throws -> RecordDecision<Outcome> in
            let before = try stored.map { try CollaborationRecord(storedForm: $0) } ?? CollaborationRecord()
            var record = before
            let outcome = try rules(&record)
            guard record != before else { return .keep(outcome) }
            let (had, have) = (before.accounts, record.accounts)
            return .replace(
                record.isEmpty ? nil : StoredRecord(bytes: record.storedForm),
                accounts: AccountChanges(added: have.subtracting(had), removed: had.subtracting(have)),
                outcome
            )
        }
        if let store = store as? any SingleWriterStore {
            return try await store.changeRecord(of: collaboration, decide)
        }
        return try await queue.run(collaboration) {
            for attempt in 1...Self.maximumAttemptCount {
                if attempt > 1 { try await backOff(attempt - 1) }
                let stored = try await store.record(of: collaboration)
                switch try decide(stored?.bytes) {
                case .keep(let outcome): return outcome
                case .replace(let record, let accounts, let outcome):
                    let isReplaced = try await store.replaceRecord(
                        of: collaboration,
                        version: stored?.version,
                        with: record,
                        accounts: accounts
                    )
                    if isReplaced { return outcome }
                }
            }
            throw CollaborationConflictError(attemptCount: Self.maximumAttemptCount)
        }
    }
}
