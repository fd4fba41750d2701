import CollaborationModels
import CollaborationProofs
import CollaborationServer

extension StoreRule {
    /// Bytes and names.
    static let values = [
        StoreRule("The bytes of a record are read as they were written") { session in
            var large = [UInt8](0...255)
            while large.count < 1_000_000 { large += large }
            let texts = [
                "NUL \0 in the middle", "\0", "spaces at the end  ", " \r\n\t", "\\x00 %00 ' '' \"", "",
            ]
            for bytes in [[], [0xC3, 0x28, 0xFF, 0xFE, 0x80], large] + texts.map({ Array($0.utf8) }) {
                try await session.put(StoredRecord(bytes: bytes), in: session.document())
            }
        },
        StoreRule("Names of collaborations are compared byte by byte") { session in
            let alice = session.account("alice")
            let documents = alikeNames(session.name).map { Document($0) }
            for document in documents { try await session.put(.random(), in: document, adding: [alice]) }
            for document in documents { try await session.expectStored(in: document) }
            try session.expect(documents.sorted(), await session.documents(of: alice).sorted())
        },
        StoreRule("Names of accounts are compared byte by byte") { session in
            let accounts = alikeNames(session.name).map { AccountIdentifier($0) }
            // The digits of an account's number are its collaborations, so no two accounts have the same ones.
            for digit in 0..<6 {
                let added = accounts.indices.filter { ($0 + 1) >> digit & 1 == 1 }.map { accounts[$0] }
                try await session.put(.random(), in: session.document("\(digit)"), adding: Set(added))
            }
            for account in accounts { try await session.expectPage(of: account) }
        },
    ]

    /// Names that a database might take for one another, all different in their bytes.
    private static func alikeNames(_ unique: String) -> [String] {
        let ends = [
            "stra\u{df}e", "strasse", "Strasse",  // case
            "\u{e9}", "e\u{301}", "e", "\u{ff45}",  // normal form, accents, width
            "", " ", "\t", "\n", "\u{a0}", "\u{200b}", "\u{feff}",  // white space at the end
            "\0", "\0a", "\0b",  // NUL
            "\u{1f600}", "\u{1f601}", "?",  // four bytes of UTF-8
            "e/", "e/e", "e:e", "e|e", "e%", "e_", "e*", "e%20e", "e e",  // separators and wildcards
            "'", "''", "\\", "\\\\",  // quotation
        ]
        let long = [255, 300, 1023].flatMap { count in
            let start = unique + String(repeating: "x", count: count - unique.utf8.count)
            return [start + "a", start + "b"]
        }
        return ends.map { "\(unique) \($0)" } + [unique, " \(unique)", "\0\(unique)"] + long
    }
}

extension StoreRule {
    /// Compare and swap, one call at a time.
    static let replacements = [
        StoreRule("A replacement succeeds only if its version is stored, and changes nothing otherwise") {
            session in
            let document = session.document()
            let first = StoredRecord.random()
            try await session.refuse(.random(), in: document, RecordVersion())
            try await session.put(first, in: document)
            try await session.refuse(.random(), in: document, RecordVersion())
            try await session.put(.random(), in: document)
            try await session.refuse(.random(), in: document, first.version)
        },
        StoreRule("A record is inserted only if none is stored") { session in
            let document = session.document()
            let first = StoredRecord.random()
            try await session.put(first, in: document)
            try await session.refuse(.random(), in: document, nil)
            try await session.put(nil, in: document)
            try await session.refuse(.random(), in: document, first.version)
            try await session.put(.random(), in: document)
            try await session.refuse(.random(), in: document, nil)
        },
        StoreRule("A record is deleted only if its version is stored") { session in
            let document = session.document()
            let (first, second) = (StoredRecord.random(), StoredRecord.random())
            try await session.put(first, in: document)
            try await session.put(second, in: document)
            for version in [RecordVersion(), first.version, nil] {
                try await session.refuse(nil, in: document, version)
            }
            try await session.put(nil, in: document)
            try await session.refuse(nil, in: document, second.version)
        },
        StoreRule("All 16 bytes of a version are compared") { session in
            let document = session.document()
            // A text in C ends at NUL, letters may differ in case alone, and 0xFF and 0xFE never occur in UTF-8.
            for bytes in [[0] + Array("abcdefghijklmno".utf8), [UInt8](repeating: 0xFF, count: 16)] {
                guard let version = RecordVersion(rawRepresentation: bytes) else { continue }
                try await session.put(StoredRecord(bytes: [1], version: version), in: document)
                for index in bytes.indices {
                    var other = bytes
                    other[index] ^= other[index] == 0xFF ? 1 : 0x20
                    let version = RecordVersion(rawRepresentation: other)
                    try await session.refuse(.random(), in: document, version)
                }
            }
        },
    ]

    /// The rule that needs a reply to be lost.
    static func lostReply(_ loseReply: @escaping @Sendable () async throws -> Void) -> StoreRule {
        StoreRule("A replacement whose reply was lost is not repeated, so that it conflicts with itself") {
            session in
            let (document, alice) = (session.document(), session.account("alice"))
            for record in [StoredRecord.random(), .random(), nil] {
                let old = session.entry(document).record
                let changes = AccountChanges(added: record == nil ? [] : [alice], removed: [alice])
                try await loseReply()
                // An error tells the caller that the outcome is unknown.
                let result = try? await session.replace(document, old?.version, with: record, changes, on: 0)
                let stored = try await session.record(of: document, on: 1)
                session.note(.init(record: stored, accounts: stored == nil ? [] : [alice]), document)
                guard stored == record ? result != false : stored == old && result != true else {
                    throw StoreMismatch(problem: "What is stored contradicts the result.")
                }
                try await session.expectPage(of: alice)
            }
        }
    }
}

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
                    // Calls that never suspend would keep the writer from a thread that both share.
                    await Task.yield()
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
