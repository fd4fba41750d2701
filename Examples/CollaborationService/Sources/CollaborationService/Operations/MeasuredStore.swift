import CollaborationCore
import CollaborationServer
import Metrics
import Tracing

/// A store that times each operation of another one, makes a span of it, and counts conflicts.
struct MeasuredStore<Base: CollaborationStore>: CollaborationStore {
    enum Operation: String, CaseIterable { case record, replaceRecord, changeRecord, collaborations }

    let base: Base
    private let timers: [Operation: Timer]

    init(_ base: Base) {
        self.base = base
        timers = Dictionary(
            uniqueKeysWithValues: Operation.allCases.map {
                ($0, Timer(label: "store", dimensions: [("operation", $0.rawValue)]))
            }
        )
    }

    var identifier: StoreIdentifier { base.identifier }

    func record(of collaboration: CollaborationIdentifier) async throws -> StoredRecord? {
        try await measure(.record) { try await base.record(of: collaboration) }
    }

    func replaceRecord(
        of collaboration: CollaborationIdentifier,
        version: RecordVersion?,
        with record: StoredRecord?,
        accounts: AccountChanges
    ) async throws -> Bool {
        let isReplaced = try await measure(.replaceRecord) {
            try await base.replaceRecord(
                of: collaboration,
                version: version,
                with: record,
                accounts: accounts
            )
        }
        if !isReplaced { Counter(label: "database_conflicts").increment() }
        return isReplaced
    }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier?,
        limit: Int
    ) async throws -> [CollaborationIdentifier] {
        try await measure(.collaborations) {
            try await base.collaborations(of: account, after: last, limit: limit)
        }
    }

    func measure<Value>(_ operation: Operation, _ body: () async throws -> Value) async throws -> Value {
        Verification.current?.end()
        return try await withSpan("store.\(operation.rawValue)") { _ in
            let start = ContinuousClock.now
            defer { timers[operation]?.record(duration: .now - start) }
            return try await body()
        }
    }
}

extension MeasuredStore: SingleWriterStore where Base: SingleWriterStore {
    func changeRecord<Outcome: Sendable>(
        of collaboration: CollaborationIdentifier,
        _ decide: @escaping @Sendable ([UInt8]?) throws -> RecordDecision<Outcome>
    ) async throws -> Outcome {
        try await measure(.changeRecord) { try await base.changeRecord(of: collaboration, decide) }
    }
}
