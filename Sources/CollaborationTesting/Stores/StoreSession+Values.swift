import CollaborationCore
import CollaborationServer

extension StoreSession {
    /// Bytes and names.
    func checkValues() async throws {
        try await rule("The bytes of a record are read as they were written") { [self] in
            let texts = [
                "NUL \0 in the middle", "\0", "spaces at the end  ", " \r\n\t", "\\x00 %00 ' '' \"", "",
                "012",
            ]
            for text in texts { try await write(StoredRecord(bytes: Array(text.utf8)), in: document) }
            let large = Array(Self.randomBytes.prefix(checks.largestRecord))
            for bytes in [[], [0xC3, 0x28, 0xFF, 0xFE, 0x80], Array(large.prefix(65_537)), large] {
                try await write(StoredRecord(bytes: bytes), in: document)
            }
        }
        try await rule("Separators in names do not make two entries of the index alike") { [self] in
            let separators =
                "/ # - . , : ; | _ + = & @ % \0 \t \n \u{1f} :: /../".split(separator: " ").map(String.init)
                + [" ", ""]
            for separator in separators {
                // Joined by the separator, both pairs are one text, and one account is the start of the other.
                let accounts = [name, "\(name)\(separator)b"].map { AccountIdentifier($0) }
                let documents = ["b\(separator)\(name)", name].map { CollaborationIdentifier($0) }
                for (account, document) in zip(accounts, documents) {
                    try await write(.random(), in: document, adding: [account])
                    try await expectIndex(of: accounts)
                }
                for document in documents {
                    try await write(nil, in: document)
                    try await expectIndex(of: accounts)
                }
            }
        }
        try await rule("Names of collaborations are compared byte by byte") { [self] in
            let names = alikeNames().map { CollaborationIdentifier($0) }
            for name in names { try await write(.random(), in: name, adding: [alice]) }
            for name in names { try await expectRecord(in: name) }
            try await expectIndex(of: [alice])
        }
        try await rule("Names of accounts are compared byte by byte") { [self] in
            let accounts = alikeNames().map { AccountIdentifier($0) }
            for (number, account) in accounts.enumerated() {
                try await write(.random(), in: document("\(number)"), adding: [account])
            }
            try await expectIndex(of: accounts)
        }
    }

    /// Bytes of odd length above 1 MiB, in which a lost, repeated or exchanged part shows.
    private static let randomBytes = [UInt8].random(1_100_001)

    /// Names that differ in their bytes, although many databases take some of them for the same.
    private func alikeNames() -> [String] {
        let ends = [
            "stra\u{df}e", "strasse", "Strasse",  // case
            "\u{e9}", "e\u{301}", "e", "\u{ff45}",  // normal form, accents, width
            "", " ", "\t", "\n", "\u{a0}", "\u{200b}", "\u{feff}",  // white space at the end
            "\0", "\0a", "\0b",  // NUL
            "\u{1f600}", "\u{1f601}", "?",  // four bytes of UTF-8
            "e/", "e/e", "e:e", "e|e", "e%", "e_", "e*", "e%20e", "e e", "e+e",  // separators and wildcards
            "e#", "e#e", "e-e", "ee", "e.", "e.e", "e,e", "e\u{1f}e", "'", "''", "\\", "\\\\",  // quotation
        ]
        // A double has 53 bits, so the next number is the same double.
        let number = UInt64.random(in: 1 << 60..<1 << 62) & ~1
        let numbers =
            ["", "0", "+", "-", " ", "0x"].map { "\($0)\(number)" }
            + ["\(number + 1)", "\(number).0", "\(number)e0", "\(number) "]
        let starts = ["", " ", "\0", "\u{feff}", "+", "/", "//", "./", "x/../", "\(name)/../"].map {
            $0 + name
        }
        let long = [255, 300, 1023].flatMap { count in
            let start = name + String(repeating: "x", count: count - name.utf8.count)
            return [start + "a", start + "b"]
        }
        return ends.map { "\(name) \($0)" } + numbers + starts + ["\(name)/."] + long
    }
}
