import CollaborationCore
import Testing

@Suite("Text on one line")
struct OneLineTests {
    @Test("A description escapes line breaks, marks of direction and invisible characters of a text")
    func escaping() {
        let text =
            "a\nb\rc\r\nd\u{2028}e\u{2029}f\u{85}g\u{B}h\u{C}i\u{0}j\u{202A}k\u{202E}l\u{2066}m\u{2069}n\u{200B}"
            + "o\u{200E}p\u{200F}q\u{FEFF}r\u{E0000}\u{E007F}s\u{61C}t"
        let line = AccountIdentifier(text).description
        #expect(line.hasPrefix(#"a\nb\rc\r\nd\u{2028}e"#))
        #expect(line.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 })
    }
}
