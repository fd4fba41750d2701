import CollaborationCore
import CollaborationServer
import Synchronization

extension StoreRun {
    /// The names in the index, and the pages of it.
    func checkNames() async throws {
        try await rule("The index is listed in the order of the bytes, in pages without gaps") {
            // Other orders normalize, put "é" beside "e", ignore "-", read digits as a number, or compare UTF-16.
            let names = ["z", "\u{e9}", "10", "9", "B", "a", "e", "-", "\u{ff5a}", "\u{1f600}", "a\0", "_", "e\u{301}"]
            let long = String(repeating: "b", count: 1023 - name.utf8.count)
            for name in names + [long] { try await write(.random(), in: document(name), adding: [alice]) }
            // None of these is in the index of the account.
            let others = ["\0", "\u{10ffff}"] + ["", "A", "aa", "c", long.dropLast() + "c"].map(document)
            for limit in [1, 5, 13, 14, 15, 65_537, .max] { try await expectIndex(of: [alice], limit: limit) }
            for last in others { try await expectIndex(of: [alice, bob], after: last, limit: 3) }
            // A later page has what another node has changed.
            try await write(.random(), in: document("\u{ff5a}"), removing: [alice], on: 0)
            try await expectIndex(of: [alice], limit: 5)
        }
        try await rule("An account has more collaborations than a page of the database") {
            // They are stored in no order. Their names have more than 1 MiB, and two differ at the end of a long entry.
            let long = String(repeating: "x", count: 940)
            let account = self.account(long)
            let alike = ["a", "b"].map { document(long + $0) }
            let documents = alike + (1000..<2100).map { Document("\($0) \(name) \(long)") }
            try await addEntries(documents.shuffled(), of: account)
            for document in documents.prefix(150) { try await write(.random(), in: document) }
            for limit in [1000, .max] { try await expectIndex(of: [account], limit: limit) }
            try await expectIndex(of: [account], limit: 100, on: 0)
        }
        try await rule("Separators in names do not make two entries of the index alike") {
            let separators = "/ # - . , : ; | _ + = & @ % \0 \t \n \u{1f} :: /../ %2F \u{ff} \u{ffff}"
            // Where the length of a name is kept in one byte, 256 more bytes do not show.
            let others: [(Substring, String)] = [("", "b"), (" ", "b"), ("", String(repeating: "b", count: 256))]
            let pairs = separators.split(separator: " ").map { ($0, "b") } + others
            for (number, (separator, middle)) in pairs.enumerated() {
                // Joined by the separator, both pairs are one text, and one account is the start of the other.
                let accounts = [name, "\(name)\(separator)\(middle)"].map { AccountIdentifier($0) }
                let documents = ["\(middle)\(separator)\(name)", name].map { CollaborationIdentifier($0) }
                for (place, record) in [StoredRecord.random(), .random(), nil, nil].enumerated() {
                    let added: Set<Account> = record == nil ? [] : [accounts[place % 2]]
                    try await write(record, in: documents[place % 2], adding: added, on: number)
                    try await expectIndex(of: accounts)
                }
            }
        }
        try await rule("Names of accounts and of collaborations are compared byte by byte") {
            let names = ownNames.map { "\($0)" } + alikeNames()
            // A check that was ended may have left them.
            for name in names { log.state.withLock { $0.added[Document(name)] = [Account(name)] } }
            await deleteAll()
            // Every second name is added and removed while the others stay, and collaborations have eight of the accounts.
            for (isStored, half) in [(true, 0), (true, 1), (false, 0), (false, 1)] {
                let some = names.indices.filter { $0 % 2 == half }.map { names[$0] }
                try await concurrently(some.count, tasks: 8) { number in
                    let document = Document(some[number])
                    let added: Set<Account> = isStored ? [Account(some[number]), alice] : []
                    try await write(isStored ? .random() : nil, in: document, adding: added, on: number)
                }
                for start in stride(from: 0, to: names.count, by: 8) {
                    let eight = names[start...].prefix(8).enumerated()
                    let few = Set(eight.filter { $0.offset % 2 == half }.map { Account($0.element) })
                    try await write(.random(), in: document("\(start)"), adding: isStored ? few : [], removing: few)
                }
                try await expectAll()
            }
        }
    }

    /// Names that a database or a language uses itself, and pairs that have the same hash of 32 bits: CRC, Adler, FNV-1a,
    /// FNV-1, djb2 with a sum and with XOR, Java, sdbm, Murmur3, xxHash, and the start of MD5, SHA-1 and SHA-256.
    private var ownNames: [Substring] {
        """
        plumless buckeroo aaca abab costarring liquid creamwove quists hetairas mentioner haggadot loathsomenesses Aa BB \
        kjgquvdak ogyxrolxd aavjr abrul wfhogbsvu evvhfigou btva gjcd aygb hdps ever hgwj \
        null NULL Null nil none None undefined true false 0 -0 00 1 -1 1e3 NaN Infinity . .. / // * % _ ? ~ # $ - -- ' {} \
        [] \\ __proto__ constructor toString id _id key name default identifier version schema store meta metadata index \
        lock record records account accounts collaboration collaborations con NUL COM1 \0 \u{ffff} \n
        """.split(separator: " ") + [" "]
    }

    /// Names that differ in their bytes, although many databases take some of them for the same.
    private func alikeNames() -> [String] {
        // Case, normal form, accents, width, and separators and wildcards in the middle.
        let ends = """
            stra\u{df}e strasse Strasse \u{c9} \u{3a3} \u{3c3} \u{3c2} \u{e9} e\u{301} e \u{ff45} ee e/ e/e e:e e|e e%e e_e e*e \
            e+e e#e e-e e.e e,e e%20e e\u{1f}e \0a \0b \u{1f600} \u{1f601} e$e e\u{ff04}e e\u{ff0e}e \u{3055} \u{30b5}
            """.split(separator: " ").map(String.init) + ["e e"]
        // A double has 53 bits, so the next number is the same double.
        let number = UInt64.random(in: 1 << 60..<1 << 62) & ~1
        let numbers =
            ["", "0", "+", "-", " ", "0x"].map { "\($0)\(number)" } + [".0", "e0", " "].map { "\(number)\($0)" }
        let plain = ["/", "//", "./", "x/../", "\(name)/../", "3"].map { $0 + name } + [name + "1", name + "2"]
        // The longest ones are an account and a collaboration in one entry of the index.
        let long = [255, 256, 300, 767, 1023].flatMap { count in
            ["a", "b"].map { name + String(repeating: "x", count: count - name.utf8.count) + $0 }
        }
        // An account that a record only names is in the index by its hash, after a noncharacter.
        let digits = (0..<8).map { _ in String(UInt32.random(in: 1 << 31...UInt32.max), radix: 16) }.joined()
        let hashes = [digits, digits.uppercased(), digits.dropLast() + "g"].map { "\u{ffff}\($0)" }
        // Punctuation, invisible characters, marks of direction, private use and noncharacters.
        let ranges: [ClosedRange<UInt32>] = [
            0...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0xA0, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x200B...0x200F,
            0x2028...0x202E, 0x2060...0x2069, 0x3000...0x3000, 0xE000...0xE000, 0xFDD0...0xFDD0, 0xFE0F...0xFE0F,
            0xFEFF...0xFEFF, 0xFFFC...0xFFFF, 0x1FFFF...0x1FFFF, 0xE0041...0xE0041, 0x10FFFF...0x10FFFF,
        ]
        let characters = ranges.joined().compactMap(Unicode.Scalar.init).map(String.init)
        let escapes = "\r\n \\n \\0 \\\\ \\u0000 '' \"\" %2F %2f %00 %25 &amp; ${a} {} [] .. -- /*"
        let unusual = (characters + escapes.split(separator: " ").map(String.init)).flatMap {
            ["\(name)1\($0)", "\(name)\($0)2", "\($0)3\(name)"]
        }
        return ends.map { "\(name) \($0)" } + numbers + ["\(number + 1)"] + plain + long + hashes + unusual
    }
}
