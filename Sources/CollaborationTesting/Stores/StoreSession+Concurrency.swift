import CollaborationCore
import CollaborationServer

extension StoreSession {
    /// Several nodes, one call at a time.
    func checkNodes(_ rule: RuleCheck) async throws(CollaborationStoreViolation) {
        try await rule("The identifier of the store is the same on every node") {
            try expect(1, Set((nodes + nodes).map(\.identifier)).count)
        }
        try await rule("What a replacement has stored is read on every node") {
            // A cache keeps what it has read, also that nothing was stored.
            for (step, record) in [nil, StoredRecord.random(), .random(), nil, .random(), nil].enumerated() {
                if step > 0 { try await put(record, in: document, on: step) }
                for node in nodes.indices { try await expectStored(in: document, on: node) }
            }
        }
    }

    /// Several nodes at once.
    func checkRaces(_ rule: RuleCheck) async throws(CollaborationStoreViolation) {
        try await rule("Of several replacements at once that expect the same version, one succeeds") {
            let accounts = (0..<taskCount).map { account("\($0)") }
            // Insertions, then replacements, then replacements and deletions.
            for round in 0..<24 {
                let document = document("\(round / 3)")
                let old = entry(document)
                let proposals = accounts.enumerated().map { task, account in
                    let isDeletion = round % 3 == 2 && task.isMultiple(of: 2)
                    return isDeletion ? Entry() : Entry(record: .random(), accounts: [account])
                }
                let results = try await atOnce(accounts.count) { [self] task in
                    let (version, new) = (old.record?.version, proposals[task])
                    let changes = AccountChanges(added: new.accounts, removed: old.accounts)
                    return try await replace(document, version, with: new.record, changes, on: task)
                }
                let winners = results.filter(\.value).map(\.key)
                try require(
                    winners.count == 1,
                    "\(winners.count) of \(results.count) calls at once succeeded."
                )
                note(proposals[winners[0]], document)
                try await expectStored(in: document)
                let loser = (winners[0] + 1) % accounts.count
                try await expectPages(of: [accounts[winners[0]], accounts[loser]])
            }
        }
    }

    /// The rules of `SingleWriterStore`.
    func checkSingleWriter(_ rule: RuleCheck) async throws(CollaborationStoreViolation) {
        try await rule("A change decides once on what is stored, and makes what was decided or nothing") {
            for changes in [AccountChanges(added: [alice]), AccountChanges(added: [bob], removed: [alice])] {
                let stored = Entry(record: .random(), accounts: changes.added)
                try await change(to: stored) { .replace(stored.record, accounts: changes, $0) }
                try await change(to: stored) { .keep($0) }
                try await change(to: stored) { _ in throw Refusal() }
                // A change and a replacement see each other's versions.
                try await refuse(.random(), RecordVersion())
                try await put(.random(), in: document)
                try await refuse(.random(), stored.record?.version)
            }
            let removal = AccountChanges(removed: [bob])
            try await change(to: Entry()) { .replace(nil, accounts: removal, $0) }
        }
        try await rule("Changes and replacements at once lose no update") {
            // Each update appends its number to the record. One half of the tasks changes, the other replaces.
            let tasks = taskCount
            note(Entry(), document)
            try await atOnce(tasks) { [self] task in
                for number in UInt8(task * 5)..<UInt8(task * 5 + 5) {
                    guard task < tasks / 2 else {
                        try await append(number, on: task)
                        continue
                    }
                    _ = try await change(on: task) { bytes in
                        .replace(StoredRecord(bytes: (bytes ?? []) + [number]), accounts: AccountChanges(), 0)
                    }
                }
            }
            let stored = try await record(of: document)?.bytes ?? []
            try expect(Array(0..<UInt8(tasks * 5)), stored.sorted())
        }
    }

    /// Changes the record and expects one decision on what should be stored, its outcome or error, and the state after it.
    private func change(
        to entry: Entry,
        _ decide: @escaping @Sendable (_ outcome: Int) throws -> RecordDecision<Int>
    ) async throws {
        let old = self.entry(document)
        note(entry, document)
        let reads = Locked<[[UInt8]?]>([])
        let outcome = Int.random(in: 1...1_000_000)
        do {
            let result = try await change { bytes in
                reads.withLock { $0.append(bytes) }
                return try decide(outcome)
            }
            try expect(outcome, result)
        } catch is Refusal {
            // The error of the decision is expected if there is one.
        }
        let decidesOnce = reads.withLock { $0 == [old.record?.bytes] }
        try require(decidesOnce, "Expected one decision, on \(text(old.record as Any)).")
        try await expectStored(in: document)
        try await expectPages(of: old.accounts.union(entry.accounts))
    }

    /// Appends a byte to the record by compare and swap.
    private func append(_ byte: UInt8, on node: Int) async throws {
        for _ in 0..<1000 {
            let stored = try await record(of: document, on: node)
            let next = StoredRecord(bytes: (stored?.bytes ?? []) + [byte])
            if try await replace(document, stored?.version, with: next, AccountChanges(), on: node) { return }
        }
        throw StoreMismatch(problem: "1,000 replacements in a row failed.")
    }
}

private struct Refusal: Error {}
