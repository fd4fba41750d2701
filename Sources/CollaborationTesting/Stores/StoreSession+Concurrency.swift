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
}
