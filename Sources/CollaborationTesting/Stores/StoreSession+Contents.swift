import CollaborationCore
import CollaborationServer

extension StoreSession {
    /// Compare and swap, one call at a time.
    func checkReplacements(_ rule: RuleCheck) async throws(CollaborationStoreViolation) {
        try await rule("A replacement succeeds only if its version is stored, and changes nothing otherwise")
        {
            let first = StoredRecord.random()
            try await refuse(.random(), RecordVersion())
            try await put(first, in: document)
            try await refuse(.random(), RecordVersion())
            try await put(.random(), in: document)
            try await refuse(.random(), first.version)
        }
        try await rule("A record is inserted only if none is stored") {
            let first = StoredRecord.random()
            try await put(first, in: document)
            try await refuse(.random(), nil)
            try await put(nil, in: document)
            try await refuse(.random(), first.version)
            try await put(.random(), in: document)
            try await refuse(.random(), nil)
        }
        try await rule("A record is deleted only if its version is stored") {
            let (first, second) = (StoredRecord.random(), StoredRecord.random())
            try await put(first, in: document)
            try await put(second, in: document)
            for version in [RecordVersion(), first.version, nil] { try await refuse(nil, version) }
            try await put(nil, in: document)
            try await refuse(nil, second.version)
        }
        try await rule("All 16 bytes of a version are compared") {
            // A text in C ends at NUL, letters may differ in case alone, and 0xFF and 0xFE never occur in UTF-8.
            for bytes in [[0] + Array("abcdefghijklmno".utf8), [UInt8](repeating: 0xFF, count: 16)] {
                guard let version = RecordVersion(rawRepresentation: bytes) else { continue }
                try await put(StoredRecord(bytes: [1], version: version), in: document)
                for index in bytes.indices {
                    var other = bytes
                    other[index] ^= other[index] == 0xFF ? 1 : 0x20
                    try await refuse(.random(), RecordVersion(rawRepresentation: other))
                }
            }
        }
    }

    /// Replacements whose reply is lost.
    func checkLostReply(_ loseReply: () async throws -> Void) async throws {
        for record in [StoredRecord.random(), .random(), nil] {
            let old = entry(document).record
            let changes = AccountChanges(added: record == nil ? [] : [alice], removed: [alice])
            try await loseReply()
            // An error tells the caller that the outcome is unknown.
            let result = try? await replace(document, old?.version, with: record, changes, on: 0)
            let stored = try await self.record(of: document, on: 1)
            note(Entry(record: stored, accounts: stored == nil ? [] : [alice]), document)
            let isExpected = stored == record ? result != false : stored == old && result != true
            try require(isExpected, "What is stored contradicts the result.")
            try await expectPage(of: alice)
        }
    }

    /// Bytes and names.
    func checkValues(_ rule: RuleCheck) async throws(CollaborationStoreViolation) {
        try await rule("The bytes of a record are read as they were written") {
            var large = [UInt8](0...255)
            while large.count < 1_000_000 { large += large }
            let texts = [
                "NUL \0 in the middle", "\0", "spaces at the end  ", " \r\n\t", "\\x00 %00 ' '' \"", "",
            ]
            for bytes in [[], [0xC3, 0x28, 0xFF, 0xFE, 0x80], large] + texts.map({ Array($0.utf8) }) {
                try await put(StoredRecord(bytes: bytes), in: document)
            }
        }
        try await rule("Names of collaborations are compared byte by byte") {
            let names = alikeNames().map { Document($0) }
            for name in names { try await put(.random(), in: name, adding: [alice]) }
            for name in names { try await expectStored(in: name) }
            try expect(names.sorted(), await documents(of: alice).sorted())
        }
        try await rule("Names of accounts are compared byte by byte") {
            let accounts = alikeNames().map { Account($0) }
            // The digits of an account's number are its collaborations, so no two accounts have the same ones.
            for digit in 0..<6 {
                let added = accounts.indices.filter { ($0 + 1) >> digit & 1 == 1 }.map { accounts[$0] }
                try await put(.random(), in: document("\(digit)"), adding: Set(added))
            }
            try await expectPages(of: accounts)
        }
    }

    /// Names that a database might take for one another, all different in their bytes.
    private func alikeNames() -> [String] {
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
            let start = name + String(repeating: "x", count: count - name.utf8.count)
            return [start + "a", start + "b"]
        }
        return ends.map { "\(name) \($0)" } + [name, " \(name)", "\0\(name)"] + long
    }

    /// The index of accounts.
    func checkIndex(_ rule: RuleCheck) async throws(CollaborationStoreViolation) {
        try await rule("The index changes with the record, also for 1,000 accounts and when it is deleted") {
            let other = document("other")
            let many = (0..<1000).map { account("\($0)") }
            let some = [alice, bob, many[0], many[999]]
            try await put(.random(), in: document, adding: [alice, bob])
            try await put(.random(), in: other, adding: [alice])
            try await expectPages(of: some)
            try await put(.random(), in: document, adding: Set(many), removing: [alice])
            try await expectPages(of: some)
            // An account is added again that is listed, and one is removed again that is not.
            try await put(.random(), in: document, adding: [bob], removing: [alice])
            try await expectPages(of: some)
            try await put(nil, in: document)
            try await expectPages(of: some)
        }
        try await rule("A replacement that fails does not change the index") {
            let changes = AccountChanges(added: [bob], removed: [alice])
            try await refuse(.random(), RecordVersion(), changes)
            try await expectPage(of: bob)
            try await put(.random(), in: document, adding: [alice])
            try await refuse(.random(), nil, changes)
            try await refuse(.random(), RecordVersion(), changes)
            try await refuse(nil, RecordVersion(), changes)
            try await expectPages(of: [alice, bob])
        }
        try await rule("Whoever reads while a replacement is made sees record and index change in one step") {
            let isDone = Locked(false)
            try await atOnce(2) { [self] task in
                // The first task writes, and the record says whether the account is listed. The second one reads.
                defer { isDone.withLock { $0 = true } }
                for step in 0..<16 where task == 0 {
                    let isListed = step.isMultiple(of: 2)
                    let record = step % 4 == 3 ? nil : StoredRecord(bytes: [isListed ? 1 : 0])
                    try await put(record, in: document, adding: isListed ? [alice] : [], removing: [alice])
                }
                while task == 1, !isDone.withLock({ $0 }) {
                    // Calls that never suspend would keep the writer from a thread that both share.
                    await Task.yield()
                    let before = try await record(of: document)
                    let listed = try await documents(of: alice)
                    let after = try await record(of: document)
                    // A version is stored once, so nothing has changed between two reads of the same one.
                    guard let before, before == after else { continue }
                    let belongs = listed.isEmpty == (before.bytes == [0])
                    try require(belongs, "The index does not belong to \(text(before)).")
                }
            }
        }
        try await rule("The index is listed in the order of the bytes, in pages without gaps or repetitions")
        {
            // Other orders normalize, put "é" beside "e", ignore "-", read digits as a number, or compare UTF-16.
            let names = [
                "z", "\u{e9}", "10", "9", "B", "a", "e", "-", "\u{ff5a}", "\u{1f600}", "a\0", "_", "a b",
                "o\u{308}",
            ]
            for name in names { try await put(.random(), in: document(name), adding: [alice]) }
            for name in ["aa", "c"] { try await put(.random(), in: document(name), adding: [bob]) }
            for limit in [1, 5, names.count - 1, names.count, names.count + 1] {
                var last: Document?
                repeat {
                    last = try await expectPage(of: alice, after: last, limit: limit)
                } while last != nil
            }
            // None of these is in the index of the account.
            for name in ["", "A", "aa", "c", "\u{10ffff}"] {
                try await expectPage(of: alice, after: document(name), limit: 3)
            }
        }
    }
}
