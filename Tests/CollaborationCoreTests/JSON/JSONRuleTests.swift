import Foundation
import Testing

@testable import CollaborationCore

@Suite("JSON rules")
struct JSONRuleTests {
    /// A text that breaks a rule, and the offset of the byte that breaks it.
    struct Fault: CustomTestStringConvertible, Sendable {
        var bytes: [UInt8]
        var rule: MalformedMessage.Rule
        var offset: Int

        init(_ text: String, _ rule: MalformedMessage.Rule, at offset: Int) {
            self.init(Array(text.utf8), rule, at: offset)
        }

        init(_ bytes: [UInt8], _ rule: MalformedMessage.Rule, at offset: Int) {
            (self.bytes, self.rule, self.offset) = (bytes, rule, offset)
        }

        /// A string with the given bytes between its quotation marks.
        init(string bytes: [UInt8], _ rule: MalformedMessage.Rule, at offset: Int) {
            self.init([0x22] + bytes + [0x22], rule, at: offset)
        }

        var testDescription: String { String(decoding: bytes.prefix(40), as: UTF8.self) }
    }

    static let grammar = [
        ("", 0), ("  ", 2), ("x", 0), ("[1,]", 3), ("[,1]", 1), ("[1 2]", 3), ("[1}", 2), ("[", 1), ("[]]", 2),
        ("{\"a\"}", 4), ("{\"a\":}", 5), ("{\"a\":1,}", 7), ("{a:1}", 1), ("{1:1}", 1), ("{\"a\" 1}", 5),
        ("{\"a\":1]", 6), ("{", 1), ("tru", 3), ("True", 0), ("nul1", 3), ("truee", 4), ("1 1", 2), ("NaN", 0),
        ("01", 1), ("-", 1), ("+1", 0), ("1.", 2), (".5", 0), ("1e", 2), ("1e+", 3), ("-01", 2), ("0x1", 1),
        ("1.e1", 2), ("--1", 1), ("'a'", 0), ("\"a", 2), ("\"a\\", 3), ("\"\\a\"", 2), ("\"\\u00g0\"", 5),
        ("\"\\u00\"", 5), ("\"\\u００4\"", 3), ("\"\t\"", 1), ("\"\u{0}\"", 1), ("[1]/**/", 3), ("\u{a0}1", 0),
        ("\u{b}1", 0), ("[1]\u{0}", 3),
    ].map { Fault($0, .notJSON, at: $1) }

    static let encodings: [Fault] =
        [
            Fault([0xef, 0xbb, 0xbf] + "{}".utf8, .byteOrderMark, at: 0),
            Fault(string: [0x61, 0xff], .notUTF8, at: 2), Fault([0x22, 0xe2, 0x82], .notUTF8, at: 1),
            Fault("\"a\\uFDEF\"", .forbiddenCharacter, at: 2), Fault("{\"\\uFFFF\":1}", .forbiddenCharacter, at: 2),
        ]
        + ([
            [0x80], [0xbb, 0xbf], [0xc0, 0xaf], [0xc1, 0xbf], [0xe0, 0x9f, 0xbf], [0xf0, 0x8f, 0xbf, 0xbd],
            [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf], [0xf4, 0x90, 0x80, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80],
            [0xf8, 0x90, 0x80, 0x80], [0xc3],
        ] as [[UInt8]]).map { Fault(string: $0, .notUTF8, at: 1) }
        + ([
            [0xef, 0xbf, 0xbf], [0xef, 0xbf, 0xbe], [0xef, 0xb7, 0x90], [0xf0, 0x9f, 0xbf, 0xbe],
        ] as [[UInt8]]).map { Fault(string: $0, .forbiddenCharacter, at: 1) }
        + [
            #"\uFFFE"#, #"\uDBFF\uDFFF"#, #"\uD800"#, #"\uDBFF"#, #"\uDFFF"#, #"\uDC00"#, #"\uD800a"#, #"\uD800\n"#,
            #"\uD800\uD800"#, #"\uD800\u0041"#, #"\uD800\uDBFF"#, #"\uD800\uE000"#, #"\uDBFF\uE000"#,
            #"\uDFFF\uDC00"#, #"\uDC00\uD800"#, #"\uDC00\u"#,
        ].map { Fault("\"\($0)\"", .forbiddenCharacter, at: 1) }

    static let duplicates = [
        ("{\"a\":1,\"a\":1}", 7), ("{\"a\":1,\"b\":1,\"a\":1,\"a\":1}", 13), ("{\"\":1,\"\":1}", 6),
        ("{\"a\":1,\"\\u0061\":1}", 7), ("{\"\\uD834\\uDD1E\":1,\"\u{1d11e}\":1}", 18),
        ("[{\"a\":{\"b\":1,\"c\":[],\"b\":1}}]", 20), ("{\"a\":{\"a\":{\"a\":1}},\"b\":[{\"a\":1}],\"a\":1}", 33),
        ("{\"\\\"\":1,\"\\u0022\":1}", 8),
    ].map { Fault($0, .duplicateName, at: $1) }

    @Test(
        "A JSON text that breaks a rule is refused with the rule and the offset",
        arguments: grammar + encodings + duplicates
    ) func faults(_ fault: Fault) {
        let error = malformation(of: fault.bytes)
        #expect(error == MalformedMessage(fault.rule, at: fault.offset))
    }

    @Test(
        "A JSON text that breaks no rule is accepted",
        arguments: [
            "0", "-0", "1.5e-7", "-0.0E+00", "true", "false", "null", "\"\"", "[]", "{}", " [ ] ",
            "\t{\r\n}\n",
            "[[],{},[{}]]", "{\"a\":{\"a\":{\"a\":1}},\"b\":{\"a\":1}}", "{\"a\":1,\"A\":1,\"\":1,\"aa\":1}",
            "{\"a\":[{\"a\":1,\"b\":1},{\"b\":1,\"a\":1}],\"b\":1}",
            "\"\\uD834\\uDD1E\u{1d11e}\\\"\\/\\b\\f\\n\\r\\t\"",
            "\"\u{7f}\u{fdcf}\u{fdf0}\u{fffd}\"", "\"\\u0000\\uD7FF\\uE000\"",
            "\"\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{10000}\u{10fffd}\"", "\"\\uD800\\uDC00\\uDBFF\\uDFFD\"",
            "{\"caf\u{e9}\":1,\"cafe\u{301}\":1}",
        ]
    )
    func accepted(_ text: String) { #expect(malformation(of: text.utf8) == nil) }

    @Test("JSON in UTF-16 or UTF-32 is refused, in either byte order, with or without a byte-order mark")
    func otherEncodings() {
        let encodings: [String.Encoding] = [
            .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
        ]
        for text in ["{\"a\":1}", "[]", String(repeating: "[", count: 513)] {
            for encoding in encodings {
                #expect(malformation(of: text.data(using: encoding) ?? Data()) != nil, "\(encoding)")
            }
        }
    }

    @Test("Every JSON rule has a distinct description")
    func descriptions() {
        let descriptions = Set(MalformedMessage.Rule.allCases.map(\.rawValue))
        #expect(descriptions.count == MalformedMessage.Rule.allCases.count)
    }

    @Test("A JSON text whose storage is not contiguous is read like any other")
    func notContiguous() throws {
        let text = Array("[\"\u{e9}\",1]".utf8)
        #expect(malformation(of: text.lazy.map { $0 }) == nil)
        #expect(malformation(of: text.lazy.map { $0 == 0x31 ? 0x78 : $0 })?.offset == 6)
    }
}
