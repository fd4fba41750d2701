import Foundation
import Testing

@testable import CollaborationCore

@Suite("JSON limits")
struct JSONLimitTests {
    @Test(
        "Arrays and objects nested 32 deep are accepted, and those nested 33 deep are refused",
        arguments: ["[", "{\"a\":"]
    ) func depth(opening: String) {
        let closing = opening == "[" ? "]" : "}"
        func nested(_ depth: Int) -> String {
            String(repeating: opening, count: depth) + (opening == "[" ? "" : "1")
                + String(repeating: closing, count: depth)
        }
        #expect(malformation(of: nested(JSONLimits.depth).utf8) == nil)
        let error = malformation(of: nested(JSONLimits.depth + 1).utf8)
        #expect(error == MalformedMessage(.tooDeep, at: JSONLimits.depth * opening.utf8.count))
    }

    @Test(
        "The depth of JSON counts the arrays and objects that are open, not those that are closed",
        arguments: [2, 5000]
    ) func siblings(count: Int) {
        let element = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
        let text = "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
        #expect(malformation(of: text.utf8) == nil)
    }

    @Test(
        "More opening brackets than the depth limit are refused for their depth",
        arguments: [513, 100_000],
        ["[", "{\"a\":", "[{\"a\":"]
    ) func brackets(count: Int, opening: String) {
        let text = String(repeating: opening, count: count)
        #expect(malformation(of: text.utf8)?.rule == .tooDeep)
    }

    @Test("An object of 1,024 members is accepted, and one of 1,025 is refused")
    func members() {
        func object(_ count: Int) -> String { "{" + (0..<count).map { "\"\($0)\":\($0)" }.joined(separator: ",") + "}" }
        #expect(malformation(of: object(JSONLimits.memberCount).utf8) == nil)
        let large = object(JSONLimits.memberCount + 1)
        #expect(malformation(of: large.utf8) == MalformedMessage(.tooManyMembers, at: large.utf8.count - 12))
    }

    @Test(
        "A name of 256 bytes is accepted and one of 257 is refused, with or without escapes",
        arguments: ["a", "\\n", "\\u0061", "\u{e9}", "\\u20ac", "\u{1d11e}", "\\ud834\\udd1e"]
    ) func names(character: String) throws {
        let size = try JSONValue("\"\(character)\"".utf8).string().utf8.count
        let most = String(repeating: character, count: JSONLimits.nameByteCount / size)
        let full = most + String(repeating: "x", count: JSONLimits.nameByteCount % size)
        #expect(malformation(of: "{\"\(full)\":1}".utf8) == nil)
        #expect(malformation(of: " {\"\(full)x\":1}".utf8) == MalformedMessage(.nameTooLong, at: 2))
    }

    @Test("A number of 128 characters is accepted, and one of 129 is refused", arguments: ["1", "-1", "0.", "-1.5e"])
    func numbers(start: String) {
        let number = start + String(repeating: "7", count: JSONLimits.numberByteCount - start.count)
        #expect(malformation(of: number.utf8) == nil)
        #expect(malformation(of: "[\(number)7]".utf8) == MalformedMessage(.numberTooLong, at: 1))
    }

    @Test("A JSON text of the greatest size is accepted, and one with a byte more is refused")
    func size() {
        var text = [UInt8](repeating: UInt8(ascii: " "), count: JSONLimits.byteCount)
        text[0] = UInt8(ascii: "1")
        #expect(malformation(of: text) == nil)
        text.append(UInt8(ascii: " "))
        #expect(malformation(of: text) == MalformedMessage(.tooLarge, at: JSONLimits.byteCount))
    }

    @Test("A name of 64 KB of combining marks is refused for its length")
    func combiningMarks() {
        let marks = String(repeating: "\u{301}\u{323}", count: 16_384)
        #expect(malformation(of: "{\"\(marks)\":1}".utf8)?.rule == .nameTooLong)
        #expect(malformation(of: "[\"\(marks)\"]".utf8) == nil)
    }
}
