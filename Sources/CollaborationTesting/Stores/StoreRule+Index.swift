import CollaborationModels
import CollaborationProofs
import CollaborationServer

extension StoreRule {
    /// The index of accounts.
    static let index = [
        StoreRule("The index changes with the record, also for 1,000 accounts and when it is deleted") {
            session in
            let (first, second) = (session.document("1"), session.document("2"))
            let (alice, bob) = (session.account("alice"), session.account("bob"))
            let many = (0..<1000).map { session.account("\($0)") }
            func expectPages() async throws {
                for account in [alice, bob, many[0], many[999]] { try await session.expectPage(of: account) }
            }
            try await session.put(.random(), in: first, adding: [alice, bob])
            try await session.put(.random(), in: second, adding: [alice])
            try await expectPages()
            try await session.put(.random(), in: first, adding: Set(many), removing: [alice])
            try await expectPages()
            // An account is added again that is listed, and one is removed again that is not.
            try await session.put(.random(), in: first, adding: [bob], removing: [alice])
            try await expectPages()
            try await session.put(nil, in: first)
            try await expectPages()
        },
        StoreRule("A replacement that fails does not change the index") { session in
            let document = session.document()
            let (alice, bob) = (session.account("alice"), session.account("bob"))
            let changes = AccountChanges(added: [bob], removed: [alice])
            try session.expect(
                false,
                await session.replace(document, RecordVersion(), with: .random(), changes)
            )
            try await session.expectPage(of: bob)
            try await session.put(.random(), in: document, adding: [alice])
            for (version, record) in [
                (nil, StoredRecord.random()), (RecordVersion(), .random()), (RecordVersion(), nil),
            ] {
                try session.expect(false, await session.replace(document, version, with: record, changes))
            }
            for account in [alice, bob] { try await session.expectPage(of: account) }
        },
        StoreRule("Whoever reads while a replacement is made sees record and index change in one step") {
            session in
            let (document, alice) = (session.document(), session.account("alice"))
            let isDone = Locked(false)
            try await atOnce(2) { task in
                // The first task writes, and the record says whether the account is listed. The second one reads.
                defer { isDone.withLock { $0 = true } }
                for step in 0..<16 where task == 0 {
                    let isListed = step.isMultiple(of: 2)
                    let record = step % 4 == 3 ? nil : StoredRecord(bytes: [isListed ? 1 : 0])
                    try await session.put(
                        record,
                        in: document,
                        adding: isListed ? [alice] : [],
                        removing: [alice]
                    )
                }
                while task == 1, !isDone.withLock({ $0 }) {
                    let before = try await session.record(of: document)
                    let listed = try await session.documents(of: alice)
                    let after = try await session.record(of: document)
                    // A version is stored once, so nothing has changed between two reads of the same one.
                    guard let before, before == after else { continue }
                    guard listed.isEmpty == (before.bytes == [0]) else {
                        throw StoreMismatch(problem: "The index does not belong to \(session.text(before)).")
                    }
                }
            }
        },
        StoreRule("The index is listed in the order of the bytes, in pages without gaps or repetitions") {
            session in
            let (alice, bob) = (session.account("alice"), session.account("bob"))
            // Other orders normalize, put "é" beside "e", ignore "-", read digits as a number, or compare UTF-16.
            let names = [
                "z", "\u{e9}", "10", "9", "B", "a", "e", "-", "\u{ff5a}", "\u{1f600}", "a\0", "_", "a b",
                "o\u{308}",
            ]
            for name in names {
                try await session.put(.random(), in: session.document(name), adding: [alice])
            }
            for name in ["aa", "c"] {
                try await session.put(.random(), in: session.document(name), adding: [bob])
            }
            for limit in [1, 5, names.count - 1, names.count, names.count + 1] {
                var last: Document?
                repeat {
                    last = try await session.expectPage(of: alice, after: last, limit: limit).last
                } while last != nil
            }
            // None of these is in the index of the account.
            for name in ["", "A", "aa", "c", "\u{10ffff}"] {
                try await session.expectPage(of: alice, after: session.document(name), limit: 3)
            }
        },
    ]
}
