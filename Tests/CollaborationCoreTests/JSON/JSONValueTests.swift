import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationCore

@Suite("JSON values")
struct JSONValueTests {
    @Test(
        "A JSON integer is read as it is written",
        arguments: [
            ("0", 0), ("7", 7), ("-1", -1), ("9223372036854775807", Int.max),
            ("-9223372036854775808", Int.min),
        ]
    )
    func integers(text: String, value: Int) throws {
        #expect(try read(text) == value)
    }

    @Test(
        "A byte that does not stand for itself in a JSON string is found at each position",
        arguments: [" ", "#", "a", "\u{7f}"] as [Unicode.Scalar]
    )
    func positions(neighbor: Unicode.Scalar) {
        for position in 1...24 {
            for byte in UInt8.min...UInt8.max {
                var text = [UInt8](repeating: UInt8(ascii: neighbor), count: 26)
                text[0] = UInt8(ascii: "\"")
                text[25] = UInt8(ascii: "\"")
                text[position] = byte
                let error: MalformedJSONError? =
                    switch byte {
                    case ..<0x20: MalformedJSONError(.notJSON, at: position)
                    case UInt8(ascii: "\""):
                        MalformedJSONError(.notJSON, at: position + (neighbor == " " ? 25 - position : 1))
                    case 0x80...: MalformedJSONError(.notUTF8, at: position)
                    default: nil
                    }
                guard byte != UInt8(ascii: "\\") else {
                    #expect(malformation(of: text)?.rule == .notJSON)
                    continue
                }
                #expect(malformation(of: text) == error)
            }
        }
    }

    @Test("A JSON string is read as Foundation reads it, with every escape and every length of UTF-8")
    func strings() throws {
        let texts = [
            "\"\"", "\"plain\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
            "\"\\u0000\\u001f\\u00e9\\u20AC\\ud834\\uDD1E\"",
            "\"\u{7f}\u{80}\u{7ff}\u{800}\u{d7ff}\u{e000}\u{10000}\u{10fffd}\"",
            "\"\\ud800\\udc00 \\uD800\\uDFFF \\udbff\\udc00 \\udbff\\udffd \\ud7ff\\ue000\"",
            "\"mixed \\u0301\u{301} end\"",
        ]
        for text in texts {
            let expected = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            #expect(
                Array(try read(text, as: String.self).utf8) == Array((expected as? String ?? "none").utf8),
                "\(text)"
            )
        }
    }

    @Test("Every Unicode scalar except the noncharacters is read back from JSON, as itself and escaped")
    func everyScalar() throws {
        for value in stride(from: UInt32(0x20), through: 0x10_ffff, by: 61) {
            guard let scalar = Unicode.Scalar(value), value != 0x22, value != 0x5c else { continue }
            let isNoncharacter = value & 0xfffe == 0xfffe || (0xfdd0...0xfdef).contains(value)
            let units = String(scalar).utf16.map {
                "\\u" + String(0x1_0000 + UInt32($0), radix: 16).dropFirst()
            }
            for text in ["\"\(scalar)\"", "\"\(units.joined())\""] {
                #expect((try? read(text)) == (isNoncharacter ? nil : String(scalar)), "\(text)")
            }
        }
    }

    @Test("Base64 of every length is read back, with slashes escaped or not")
    func base64() throws {
        var random = SeededGenerator("64")
        for length in Array(0..<200) + [1023, 1024, 1025, 10_000] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Data(bytes).base64EncodedString()
            #expect(try read("\"\(text)\"") == Data(bytes))
            #expect(try read("\"\(text.replacingOccurrences(of: "/", with: "\\/"))\"") == Data(bytes))
            let escaped = text.utf8.map { "\\u00" + String($0, radix: 16) }.joined()
            #expect(try read("\"\(escaped)\"") == Data(bytes))
        }
    }

    @Test("A string with a byte that is not in the base64 alphabet is not base64")
    func base64Alphabet() throws {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)
        for value in UInt8(0x20)..<0x7f where value != 0x22 && value != 0x5c {
            for position in 0..<4 {
                var characters = Array("ABCDABCD".unicodeScalars)
                characters[position] = Unicode.Scalar(value)
                let text = "\"" + characters.map(String.init).joined() + "\""
                let isBase64 = (try? read(text, as: Data.self)) != nil
                #expect(isBase64 == alphabet.contains(Unicode.Scalar(value)), "\(text)")
            }
        }
    }

    @Test(
        "Base64 that is not padded, padded too much, or has unused bits set is refused",
        arguments: [
            "A", "AA", "AAA", "AAAAA", "AA=", "AA==AA==", "AAA=AAAA", "=", "====", "A===", "AA=A", "AAA==",
            "AA===",
            "AB==", "AP==", "AAB=", "AAD=", "AAAAAB==", "QUI", "-_-_", "AA A", "AAAA ", "AAA\\n", "é", "AAé",
            "AA\\u003d", "\u{80}AA", "AAAA\\r\\n", "\\nAAAA",
        ]
    )
    func notBase64(text: String) {
        #expect(throws: MalformedJSONError(.notBase64, at: 0)) { try read("\"\(text)\"", as: Data.self) }
    }
}
