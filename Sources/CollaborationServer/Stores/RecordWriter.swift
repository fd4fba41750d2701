public import CollaborationCore

/// Changes the records of a store: reads one, decides on a change and replaces it, again if somebody was faster.
///
/// ``CollaborationAccess`` has one. Make another for a store that keeps records of your own, such as documents, one for
/// each store and process: the calls on one record wait for each other instead of conflicting.
public struct RecordWriter: Sendable {
    /// How often a change is tried, which takes at most about a second.
    private static let maximumAttemptCount = 16

    let store: any CollaborationStore
    private let queue = CollaborationQueue()

    /// Waits after a number of conflicts, at random, so that two servers do not meet again and again.
    var backOff: @Sendable (_ conflictCount: Int) async throws -> Void = { conflictCount in
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...min(1 << conflictCount, 100))))
    }

    /// Makes a writer.
    public init(_ store: any CollaborationStore) {
        self.store = store
    }

    /// Changes a record by a decision on the bytes that are stored, or nil, which is asked again after a conflict.
    ///
    /// - Returns: The outcome that was decided last.
    /// - Throws: ``CollaborationConflictError``, or what `decide` or the store throws.
    public func change<Outcome: Sendable>(
        _ collaboration: CollaborationIdentifier,
        _ decide: @escaping @Sendable ([UInt8]?) throws -> RecordDecision<Outcome>
    ) async throws -> Outcome {
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

/// A record was changed by other servers each time that this one wanted to replace it.
///
/// Nothing has changed. Repeat the call later, or answer with HTTP 503.
public struct CollaborationConflictError: Error, Hashable, Sendable {
    /// The number of attempts.
    package let attemptCount: Int
}
