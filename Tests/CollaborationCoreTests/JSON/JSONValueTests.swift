import Foundation
import Testing

@testable import CollaborationCore

@Suite("Values of JSON")
struct JSONValueTests {
    @Test("The error of a value names its path, the rule and its byte")
    func paths() {
        let text = #"{"a":[{"b":1},[true,{"c d":{"é":"x"}}]],"z":{}}"#
        let errors: [(String, (JSONValue) throws -> Void)] = [
            ("a[0].b: not a string, byte 11", { try $0.member("a").eachElement { _ = try $0.member("b").string() } }),
            ("a[0].x: missing, byte 6", { try $0.member("a").eachElement { _ = try $0.member("x") } }),
            ("z.x: missing, byte 45", { _ = try $0.member("z").member("x") }),
            ("x: missing, byte 0", { _ = try $0.member("x") }),
            ("z: not an array, byte 45", { try $0.member("z").eachElement { _ in } }),
            ("a: not an object, byte 5", { _ = try $0.member("a").member("b") }),
            ("a: not true or false, byte 5", { _ = try $0.member("a").boolean() }),
        ]
        for (description, read) in errors { #expect(reason(for: text, read) == description) }
    }

    @Test("A name in a path is in quotation marks unless it has only letters, digits, underscores and hyphens")
    func names() {
        for (name, shown) in [
            ("plain_1-x", "plain_1-x"), ("a b", #""a b""#), ("\u{202e}", #""\u{202E}""#), ("", #""""#),
            ("caf\u{e9}", #""caf\u{00E9}""#),
        ] {
            let text = #"{"\#(name)":{"x":1}}"#
            let found = reason(for: text) { try $0.member(name).member("x").string() }
            #expect(found?.hasPrefix("\(shown).x: not a string") == true, "\(String(describing: found))")
        }
    }

    @Test(
        "An integer is a number that is written as one",
        arguments: [
            ("7", 7), ("-7", -7), ("0", 0), ("9223372036854775807", Int64.max),
            ("9223372036854775808", nil), ("-99999999999999999999", nil),
        ] as [(String, Int64?)]
    ) func integers(_ text: String, _ integer: Int64?) throws {
        #expect(try JSONValue(text.utf8).integer(Int64.self) == integer)
    }

    @Test("A number with a fraction or an exponent, minus zero and text are no integers")
    func noIntegers() {
        for text in ["2.0", "2e0", "-0", "1e3", "1E400", "\"2\"", "true", "null", "[]"] {
            #expect(reason(for: text) { try $0.integer(Int64.self) } == "not an integer, byte 0")
        }
    }

    @Test(
        "Base64 is read in its canonical form alone",
        arguments: [
            ("", true), ("AQI=", true), ("AQID", true), ("+/+/", true), ("-_-_", false), ("AQI", false),
            ("AQJ=", false), ("AQI=\\n", false), ("AQI==", false), (" AQI=", false), ("A", false),
            ("\u{e9}", false),
        ]
    ) func base64(_ text: String, isAccepted: Bool) {
        let reason = reason(for: "\"\(text)\"") { try $0.bytes() }
        #expect(reason == (isAccepted ? nil : "not base64, byte 0"))
    }

    @Test("Names of members are compared by their bytes")
    func normalForms() throws {
        let object = try JSONValue("{\"caf\u{e9}\":1,\"cafe\u{301}\":2,\"\\u004b\":3}".utf8)
        #expect(try object.member("caf\u{e9}").integer(Int.self) == 1)
        #expect(try object.member("cafe\u{301}").integer(Int.self) == 2)
        #expect(try object.member("K").integer(Int.self) == 3)
        #expect(try object.optionalMember("\u{212a}") == nil)
    }

    @Test(
        "A text that is written is read back as it was",
        arguments: ["", "a\"\\/\u{0}\u{1f}\n\u{7f}", "caf\u{e9}\u{1d11e}"]
    ) func written(_ text: String) throws {
        let data = JSONText(["text": JSONText(text)]).data
        #expect(Array(try JSONValue(data).member("text").string().utf8) == Array(text.utf8))
        #expect(malformation(of: data) == nil)
    }
}
