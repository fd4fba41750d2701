import CollaborationCore
import CollaborationServer

extension StoreSession {
    /// Records and their index, one call at a time.
    func checkRecords() async throws {
        try await rule("A replacement changes something only if its version is stored") { [self] in
            var others: [RecordVersion?] = [RecordVersion()]
            for record in [nil, StoredRecord.random(), .random(), nil, .random()] {
                if record != nil || others.count > 1 {
                    try await write(record, in: document, adding: record == nil ? [] : [alice])
                }
                for version in others + [nil] where version != record?.version {
                    let changes = AccountChanges(added: [bob], removed: [alice])
                    try await expectConflict(document, version, changes)
                    try await expectConflict(document, version, with: nil, changes)
                }
                try await expectIndex(of: [alice, bob])
                others.append(record?.version)
            }
        }
        try await rule("A deletion where nothing is stored succeeds and changes the index") { [self] in
            for added: Set in [[], [alice], []] {
                try await write(nil, in: document, adding: added)
                try await expectIndex(of: [alice])
            }
        }
        try await rule("All 16 bytes of a version are compared") { [self] in
            // A text in C ends at NUL, letters may differ in case alone, a column of fixed width may ignore spaces
            // at the end, and 0xFF and 0xFE never occur in UTF-8.
            let text = Array("abcdefghijklmno".utf8)
            for bytes in [[0] + text, text + [0], text + [0x20], [UInt8](repeating: 0xFF, count: 16)] {
                guard let version = RecordVersion(rawRepresentation: bytes) else { continue }
                try await write(StoredRecord(bytes: [1], version: version), in: document)
                for index in bytes.indices {
                    var other = bytes
                    other[index] ^= other[index] == 0xFF ? 1 : 0x20
                    try await expectConflict(document, RecordVersion(rawRepresentation: other))
                }
            }
        }
        try await rule("The index changes with the record, for many accounts and in a deletion too") {
            [self] in
            let many = (0..<checks.accountsInOneStep - 2).map { account("\($0)") }
            let some = [alice, bob, many[0], many[many.count - 1]]
            try await write(.random(), in: document("other"), adding: [alice])
            // An account is added again that is listed, and one is removed again that is not.
            for (added, removed) in [(Set([alice, bob]), Set()), (Set(many), [alice]), ([bob], [alice])] {
                try await write(.random(), in: document, adding: added, removing: removed)
                try await expectIndex(of: some)
            }
            try await write(nil, in: document)
            try await expectIndex(of: some)
        }
    }

    func checkPages() async throws {
        try await rule("The index is listed in the order of the bytes, in pages without gaps") { [self] in
            // Other orders normalize, put "é" beside "e", ignore "-", read digits as a number, or compare UTF-16.
            let names = ["z", "\u{e9}", "10", "9", "B", "a", "e", "-", "\u{ff5a}", "\u{1f600}", "a\0", "_", "e\u{301}"]
            for name in names { try await write(.random(), in: document(name), adding: [alice]) }
            // None of these is in the index of the first account, and there are more than some databases return.
            let others = ["", "A", "aa", "c", "\u{10ffff}"] + (0..<200).map { "many \($0)" }
            for name in others { try await write(.random(), in: document(name), adding: [bob]) }
            for node in nodes.indices {
                for (account, limits) in [(alice, [1, 5, 12, 13, 14]), (bob, [100, 101, 1000, .max])] {
                    for limit in limits {
                        var last: CollaborationIdentifier?
                        repeat {
                            last = try await expectPage(of: account, after: last, limit: limit, on: node)
                        } while last != nil
                    }
                }
                for name in others.prefix(5) {
                    try await expectPage(of: alice, after: document(name), limit: 3, on: node)
                }
            }
        }
    }
}
