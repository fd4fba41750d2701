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
