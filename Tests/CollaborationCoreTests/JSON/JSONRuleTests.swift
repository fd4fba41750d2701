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
        Fault("", .notJSON, at: 0), Fault("  ", .notJSON, at: 2), Fault("x", .notJSON, at: 0),
        Fault("[1,]", .notJSON, at: 3), Fault("[,1]", .notJSON, at: 1), Fault("[1 2]", .notJSON, at: 3),
        Fault("[1}", .notJSON, at: 2), Fault("[", .notJSON, at: 1), Fault("[]]", .notJSON, at: 2),
        Fault("{\"a\"}", .notJSON, at: 4), Fault("{\"a\":}", .notJSON, at: 5),
        Fault("{\"a\":1,}", .notJSON, at: 7), Fault("{a:1}", .notJSON, at: 1),
        Fault("{1:1}", .notJSON, at: 1),
        Fault("{\"a\" 1}", .notJSON, at: 5), Fault("{\"a\":1]", .notJSON, at: 6), Fault("{", .notJSON, at: 1),
        Fault("tru", .notJSON, at: 3), Fault("True", .notJSON, at: 0), Fault("nul1", .notJSON, at: 3),
        Fault("truee", .notJSON, at: 4), Fault("1 1", .notJSON, at: 2), Fault("NaN", .notJSON, at: 0),
        Fault("01", .notJSON, at: 1), Fault("-", .notJSON, at: 1), Fault("+1", .notJSON, at: 0),
        Fault("1.", .notJSON, at: 2), Fault(".5", .notJSON, at: 0), Fault("1e", .notJSON, at: 2),
        Fault("1e+", .notJSON, at: 3), Fault("-01", .notJSON, at: 2), Fault("0x1", .notJSON, at: 1),
        Fault("1.e1", .notJSON, at: 2), Fault("--1", .notJSON, at: 1), Fault("'a'", .notJSON, at: 0),
        Fault("\"a", .notJSON, at: 2), Fault("\"a\\", .notJSON, at: 3), Fault("\"\\a\"", .notJSON, at: 2),
        Fault("\"\\u00g0\"", .notJSON, at: 5), Fault("\"\\u00\"", .notJSON, at: 5),
        Fault("\"\\u００4\"", .notJSON, at: 3), Fault("\"\t\"", .notJSON, at: 1),
        Fault("\"\u{0}\"", .notJSON, at: 1), Fault("[1]/**/", .notJSON, at: 3),
        Fault("\u{a0}1", .notJSON, at: 0),
        Fault("\u{b}1", .notJSON, at: 0), Fault("[1]\u{0}", .notJSON, at: 3),
    ]

    static let encodings = [
        Fault([0xef, 0xbb, 0xbf] + "{}".utf8, .byteOrderMark, at: 0),
        Fault(string: [0x80], .notUTF8, at: 1),
        Fault(string: [0xbb, 0xbf], .notUTF8, at: 1),
        Fault(string: [0x61, 0xff], .notUTF8, at: 2),
        Fault(string: [0xc0, 0xaf], .notUTF8, at: 1),
        Fault(string: [0xc1, 0xbf], .notUTF8, at: 1),
        Fault(string: [0xe0, 0x9f, 0xbf], .notUTF8, at: 1),
        Fault(string: [0xf0, 0x8f, 0xbf, 0xbd], .notUTF8, at: 1),
        Fault(string: [0xed, 0xa0, 0x80], .notUTF8, at: 1),
        Fault(string: [0xed, 0xbf, 0xbf], .notUTF8, at: 1),
        Fault(string: [0xf4, 0x90, 0x80, 0x80], .notUTF8, at: 1),
        Fault(string: [0xf8, 0x88, 0x80, 0x80, 0x80], .notUTF8, at: 1),
        Fault(string: [0xf8, 0x90, 0x80, 0x80], .notUTF8, at: 1),
        Fault(string: [0xc3], .notUTF8, at: 1),
        Fault([0x22, 0xe2, 0x82], .notUTF8, at: 1),
        Fault(string: [0xef, 0xbf, 0xbf], .forbiddenCharacter, at: 1),
        Fault(string: [0xef, 0xbf, 0xbe], .forbiddenCharacter, at: 1),
        Fault(string: [0xef, 0xb7, 0x90], .forbiddenCharacter, at: 1),
        Fault(string: [0xf0, 0x9f, 0xbf, 0xbe], .forbiddenCharacter, at: 1),
        Fault("\"a\\uFDEF\"", .forbiddenCharacter, at: 2), Fault("\"\\uFFFE\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uDBFF\\uDFFF\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uD800\"", .forbiddenCharacter, at: 1), Fault("\"\\uDBFF\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uDFFF\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uDC00\"", .forbiddenCharacter, at: 1), Fault("\"\\uD800a\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uD800\\n\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uD800\\uD800\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uD800\\u0041\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uD800\\uDBFF\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uD800\\uE000\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uDBFF\\uE000\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uDFFF\\uDC00\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uDC00\\uD800\"", .forbiddenCharacter, at: 1),
        Fault("\"\\uDC00\\u\"", .forbiddenCharacter, at: 1),
        Fault("{\"\\uFFFF\":1}", .forbiddenCharacter, at: 2),
    ]

    static let duplicates = [
        Fault("{\"a\":1,\"a\":1}", .duplicateName, at: 7),
        Fault("{\"a\":1,\"b\":1,\"a\":1,\"a\":1}", .duplicateName, at: 13),
        Fault("{\"\":1,\"\":1}", .duplicateName, at: 6),
        Fault("{\"a\":1,\"\\u0061\":1}", .duplicateName, at: 7),
        Fault("{\"\\uD834\\uDD1E\":1,\"\u{1d11e}\":1}", .duplicateName, at: 18),
        Fault("[{\"a\":{\"b\":1,\"c\":[],\"b\":1}}]", .duplicateName, at: 20),
        Fault("{\"a\":{\"a\":{\"a\":1}},\"b\":[{\"a\":1}],\"a\":1}", .duplicateName, at: 33),
        Fault("{\"\\\"\":1,\"\\u0022\":1}", .duplicateName, at: 8),
    ]

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
