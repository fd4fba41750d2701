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
