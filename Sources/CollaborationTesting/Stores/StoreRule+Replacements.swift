import CollaborationProofs
import CollaborationServer

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
