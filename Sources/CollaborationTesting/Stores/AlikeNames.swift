/// Two names that a database might take for the same.
struct AlikeNames: Sendable {
    /// In what the names differ.
    let difference: String

    private let make: @Sendable (_ unique: String) -> (String, String)

    private init(_ difference: String, make: @escaping @Sendable (_ unique: String) -> (String, String)) {
        self.difference = difference
        self.make = make
    }

    /// Both names, each with a text that makes it unique.
    func names(_ unique: String) -> [String] {
        let (first, second) = make(unique)
        return [first, second]
    }

    static let all = [
        AlikeNames("case") { ("\($0) alice", "\($0) Alice") },
        AlikeNames("normal form") { ("\($0) jos\u{e9}", "\($0) jose\u{301}") },
        AlikeNames("an accent") { ("\($0) jose", "\($0) jos\u{e9}") },
        AlikeNames("width") { ("\($0) bob", "\($0) \u{ff42}ob") },
        AlikeNames("a space at the end") { ("\($0)", "\($0) ") },
        AlikeNames("a tab at the end") { ("\($0)", "\($0)\t") },
        AlikeNames("a line feed at the end") { ("\($0)", "\($0)\n") },
        AlikeNames("a no-break space at the end") { ("\($0)", "\($0)\u{a0}") },
        AlikeNames("a space at the start") { ("\($0)", " \($0)") },
        AlikeNames("a zero-width space") { ("\($0) bob", "\($0) bo\u{200b}b") },
        AlikeNames("a zero-width joiner") { ("\($0) bob", "\($0) bo\u{200d}b") },
        AlikeNames("a byte-order mark at the start") { ("\($0)", "\u{feff}\($0)") },
        AlikeNames("what comes after NUL") { ("\($0) bob\0x", "\($0) bob\0y") },
        AlikeNames("NUL in the middle") { ("\($0) bob", "\($0) bob\0x") },
        AlikeNames("NUL at the end") { ("\($0)", "\($0)\0") },
        AlikeNames("NUL at the start") { ("\($0)", "\0\($0)") },
        AlikeNames("the last of 300 bytes") { ("\(long($0, 299))a", "\(long($0, 299))b") },
        AlikeNames("the last of 1,024 bytes") { ("\(long($0, 1023))a", "\(long($0, 1023))b") },
        AlikeNames("a character of four bytes") { ("\($0) \u{1f600}", "\($0) \u{1f601}") },
        AlikeNames("a character of four bytes at the end") { ("\($0)", "\($0)\u{1f600}") },
        AlikeNames("a percent sign") { ("\($0) a b", "\($0) a%20b") },
        AlikeNames("a quotation mark") { ("\($0) o'hara", "\($0) o''hara") },
        AlikeNames("a backslash") { ("\($0) a\\b", "\($0) a\\\\b") },
    ]

    /// Names that are not unique.
    ///
    /// They are for accounts, whose access depends on the collaboration, which is unique.
    static let common = [
        AlikeNames("nothing beside NUL") { _ in ("", "\0") },
        AlikeNames("nothing beside a space") { _ in ("", " ") },
        AlikeNames("how a number is written") { _ in ("1", "01") },
        AlikeNames("how a fraction is written") { _ in ("1", "1.0") },
    ]

    /// The text with as many letters after it as make a length in bytes.
    private static func long(_ unique: String, _ length: Int) -> String {
        unique + String(repeating: "x", count: length - unique.utf8.count)
    }
}
