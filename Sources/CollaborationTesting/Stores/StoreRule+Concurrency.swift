import CollaborationModels
import CollaborationProofs
import CollaborationServer

extension StoreRule {
    /// Several nodes, one call at a time.
    static let nodes = [
        StoreRule("The identifier of the store is the same on every node") { session in
            try session.expect(1, Set((session.nodes + session.nodes).map(\.identifier)).count)
        },
        StoreRule("What a replacement has stored is read on every node") { session in
            let document = session.document()
            // A cache keeps what it has read, also that nothing was stored.
            for (step, record) in [nil, StoredRecord.random(), .random(), nil, .random(), nil].enumerated() {
                if step > 0 { try await session.put(record, in: document, on: step) }
                for node in session.nodes.indices { try await session.expectStored(in: document, on: node) }
            }
        },
    ]

    /// Several nodes at once.
    static let races = [
        StoreRule("Of several replacements at once that expect the same version, one succeeds") { session in
            let accounts = (0..<session.taskCount).map { session.account("\($0)") }
            // Insertions, then replacements, then replacements and deletions.
            for round in 0..<24 {
                let document = session.document("\(round / 3)")
                let old = session.entry(document)
                let proposals = accounts.indices.map { task in
                    round % 3 == 2 && task.isMultiple(of: 2) ? nil : StoredRecord.random()
                }
                let results = try await atOnce(accounts.count) { task in
                    let added: Set<Account> = proposals[task] == nil ? [] : [accounts[task]]
                    let changes = AccountChanges(added: added, removed: old.accounts)
                    let version = old.record?.version
                    return try await session.replace(
                        document,
                        version,
                        with: proposals[task],
                        changes,
                        on: task
                    )
                }
                let winners = results.filter(\.value).keys
                guard let winner = winners.first, winners.count == 1 else {
                    throw StoreMismatch(
                        problem: "\(winners.count) of \(accounts.count) calls at once succeeded."
                    )
                }
                let record = proposals[winner]
                session.note(
                    .init(record: record, accounts: record == nil ? [] : [accounts[winner]]),
                    document
                )
                try await session.expectStored(in: document)
                for account in [accounts[winner], accounts[(winner + 1) % accounts.count]] {
                    try await session.expectPage(of: account)
                }
            }
        }
    ]
}

extension StoreRule {
    /// The rules of `SingleWriterStore`.
    static let singleWriter = [
        StoreRule("A change decides once on what is stored, and makes what was decided or nothing") {
            session in
            let document = session.document()
            let (alice, bob) = (session.account("alice"), session.account("bob"))
            let changes = [AccountChanges(added: [alice]), AccountChanges(added: [bob], removed: [alice])]
            for changes in changes {
                let record = StoredRecord.random()
                try await session.change(document, to: .init(record: record, accounts: changes.added)) {
                    .replace(record, accounts: changes, $0)
                }
                let stored = session.entry(document)
                try await session.change(document, to: stored) { .keep($0) }
                try await session.change(document, to: stored) { _ in throw Refusal() }
                // A change and a replacement see each other's versions.
                try await session.refuse(.random(), in: document, RecordVersion())
                try await session.put(.random(), in: document)
                try await session.refuse(.random(), in: document, record.version)
            }
            try await session.change(document, to: .init()) {
                .replace(nil, accounts: AccountChanges(removed: [bob]), $0)
            }
        },
        StoreRule("Changes and replacements at once lose no update") { session in
            // Each update appends its number to the record.
            let document = session.document()
            let tasks = session.taskCount
            session.note(.init(), document)
            try await atOnce(tasks) { task in
                for number in (UInt8(task * 5)..<UInt8(task * 5 + 5)) {
                    if task < tasks / 2 {
                        _ = try await session.change(document, on: task) { bytes in
                            let record = StoredRecord(bytes: (bytes ?? []) + [number])
                            return .replace(record, accounts: AccountChanges(), 0)
                        }
                    } else {
                        try await session.append(number, to: document, on: task)
                    }
                }
            }
            let stored = try await session.record(of: document)?.bytes ?? []
            try session.expect(Array(0..<UInt8(tasks * 5)), stored.sorted())
        },
    ]
}

private struct Refusal: Error {}

extension StoreSession {
    /// Changes a record and expects one decision on what should be stored, its outcome or error, and the state after it.
    fileprivate func change(
        _ document: Document,
        to entry: Entry,
        _ decide: @escaping @Sendable (_ outcome: Int) throws -> RecordDecision<Int>
    ) async throws {
        let old = self.entry(document)
        note(entry, document)
        let reads = Locked<[[UInt8]?]>([])
        let outcome = Int.random(in: 1...1_000_000)
        do {
            let result = try await change(document) { bytes in
                reads.withLock { $0.append(bytes) }
                return try decide(outcome)
            }
            try expect(outcome, result)
        } catch is Refusal {
            // The error of the decision is expected if there is one.
        }
        guard reads.withLock({ $0 }) == [old.record?.bytes] else {
            throw StoreMismatch(problem: "Expected one decision, on \(text(old.record as Any)).")
        }
        try await expectStored(in: document)
        for account in old.accounts.union(entry.accounts) { try await expectPage(of: account) }
    }

    /// Appends a byte to a record by compare and swap.
    fileprivate func append(_ byte: UInt8, to document: Document, on node: Int) async throws {
        for _ in 0..<1000 {
            let stored = try await record(of: document, on: node)
            let next = StoredRecord(bytes: (stored?.bytes ?? []) + [byte])
            if try await replace(document, stored?.version, with: next, AccountChanges(), on: node) { return }
        }
        throw StoreMismatch(problem: "1,000 replacements in a row failed.")
    }
}
