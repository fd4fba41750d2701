import CollaborationCore
import CollaborationServer

extension StoreRun {
    /// Records and their index, one call at a time.
    func checkRecords() async throws {
        try await rule("A replacement changes something only if its version is stored") {
            var others: [RecordVersion?] = [RecordVersion(), nil]
            // A deletion where nothing is stored changes the index.
            for state in ["none", "listed", "none", "stored", "stored", "none", "stored"] {
                let record = state == "stored" ? StoredRecord.random() : nil
                try await write(record, in: document, adding: state == "none" ? [] : [alice])
                for version in others where version != record?.version {
                    let changes = AccountChanges(added: [bob], removed: [alice])
                    try await expectConflict(document, version, changes)
                    try await expectConflict(document, version, with: nil, changes)
                }
                try await expectIndex(of: [alice, bob])
                if let version = record?.version { others.append(version) }
            }
        }
        try await rule("All 16 bytes of a version are compared") {
            // A text in C ends at NUL, letters may differ in case alone, a column of fixed width may ignore spaces
            // at the end, and no byte from 0xF8 on occurs in UTF-8. No version is stored twice.
            let text = (0..<15).map { _ in UInt8.random(in: 0x61...0x7A) }
            let noText = (0..<16).map { _ in UInt8.random(in: 0xF8...0xFF) }
            for bytes in [[0] + text, text + [0], text + [0x20], noText] {
                guard let version = RecordVersion(rawRepresentation: bytes) else { continue }
                try await write(StoredRecord(bytes: [1], version: version), in: document)
                let others = bytes.indices.map { index in
                    bytes.indices.map { bytes[$0] ^ ($0 != index ? 0 : bytes[$0] >= 0xF8 ? 1 : 0x20) }
                }
                for other in others + [bytes.reversed()] where other != bytes {
                    try await expectConflict(document, RecordVersion(rawRepresentation: other))
                }
            }
        }
        try await rule("The index changes with the record, for many accounts and in a deletion too") {
            // A collaboration that ends loses all accounts at once. One node shows whether there can be so many.
            let many = (0..<(writer == 0 ? accountsInOneStep - 2 : 8)).map { account("\($0)") }
            let some = [alice, bob, many[0], many[many.count / 2], many[many.count - 1]]
            try await write(.random(), in: document("other"), adding: [alice])
            // An account is added again that is listed, and one is removed again that is not.
            for (added, removed) in [(Set([alice, bob]), Set()), (Set(many), [alice]), ([bob], [alice])] {
                try await write(.random(), in: document, adding: added, removing: removed)
                try await expectIndex(of: some)
            }
            // A deletion removes the accounts that it names alone.
            let version = self[document("other")]?.version
            try await replace(document("other"), version, with: nil, on: writer, expecting: true)
            try await write(nil, in: document)
            try await expectIndex(of: some)
            // No entry comes back with a record of the same name.
            try await write(.random(), in: document, adding: [alice])
            try await expectIndex(of: some)
        }
        try await rule("The bytes of a record are read as they were written") {
            let texts = [
                "NUL \0 in the middle", "\0", "spaces at the end  ", " \r\n\t", "\r\n", "\u{feff}", "\\x00 %00 ' '' \"",
                "", "012", "1e3", "null", "{\"b\":1, \"a\":1.0}", "AAAA", "AAA=", "00ff", "\\x00ff", "<a/>",
            ]
            var contents =
                texts.map { Array($0.utf8) } + [[0xC3, 0x28, 0xFF, 0xFE, 0x80], Array(0...255), [0x1F, 0x8B, 8]]
            // Runs, also at an end, and longer than a count of 8 or 16 bits.
            for (byte, count) in [(0, 3), (0, 300), (0, 70_000), (0xFF, 300), (7, 70_000)] as [(UInt8, Int)] {
                let run = [UInt8](repeating: byte, count: min(count, largestRecord - 1))
                contents += [run, [1] + run, run + [1]]
            }
            // Sizes, differences of one byte, which one node shows for large records, and the size of a chunk after a larger
            // one, of which nothing may stay.
            let sizes = [16, 255, 256, 65_535, 65_537, 65_536, 1 << 18, 100_000, largestRecord - 1, largestRecord]
            for count in sizes {
                let bytes = StoredRecord.random(min(count, largestRecord)).bytes
                contents.append(bytes)
                let isChanged = count != largestRecord && (writer == 0 || count < 1 << 17)
                for place in [0, bytes.count / 2, bytes.count - 1] where isChanged {
                    contents.append(bytes)
                    contents[contents.count - 1][place] ^= 1
                }
            }
            // What a record says of its accounts is not what the index is told.
            for bytes in try await contents + [realRecord()] {
                // Equal bytes are another record, in another collaboration and for other accounts.
                try await write(StoredRecord(bytes: bytes), in: document("other"), adding: [bob])
                for (added, removed) in [(alice, bob), (bob, alice)] {
                    try await write(StoredRecord(bytes: bytes), in: document, adding: [added], removing: [removed])
                    try await expectIndex(of: [alice, bob])
                }
                try await expectConflict(document, RecordVersion(), with: nil)
                try await write(nil, in: document)
                try await expectRecord(in: document("other"))
            }
        }
    }

    /// A record as the library stores it, which names Alice.
    private func realRecord() async throws -> [UInt8] {
        let (memory, options) = (InMemoryCollaborationStore(), try CollaborationShareOptions(optionsGroups: []))
        let server = Collaborations(store: memory, key: ChallengeKey(), offering: options)
        try await server[document].start(StartRequest(selectedOptions: []), as: alice)
        let identities = ["b", "a"].map { SimulatedPerson($0).invitation(to: document).identity }
        _ = try await server[document].apply(ParticipantsUpdate(addedIdentities: identities), by: .account(alice))
        return await memory.record(of: document)?.bytes ?? []
    }
}
