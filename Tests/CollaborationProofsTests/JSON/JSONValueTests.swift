import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationProofs

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
        #expect(try readInteger(text) == value)
    }

    @Test(
        "A JSON integer out of the range of its type is read as nil, without an error",
        arguments: [
            "9223372036854775808", "-9223372036854775809", "100000000000000000000",
            "1\(String(repeating: "0", count: 99))",
        ]
    )
    func largeIntegers(text: String) throws {
        #expect(try readInteger(text) == nil)
        #expect(try readInteger("256", as: UInt8.self) == nil)
        #expect(try readInteger("255", as: UInt8.self) == 255)
        #expect(try readInteger("-1", as: UInt8.self) == nil)
        #expect(try readInteger("-128", as: Int8.self) == -128)
    }

    @Test(
        "A number with a fraction, an exponent or a sign on zero is not an integer",
        arguments: ["2.0", "2e0", "2E0", "2.00000000000000000001", "-0", "-0.0", "1e3", "1e400", "0.5"]
    )
    func notIntegers(text: String) {
        #expect(throws: MalformedJSONError(.notInteger, at: 0)) { try readInteger(text) }
    }

    @Test("A JSON value of another type than expected is refused at its first byte")
    func types() {
        for text in ["true", "null", "\"2\"", "[2]", "{}"] {
            #expect(throws: MalformedJSONError(.notInteger, at: 1)) { try readInteger(" " + text) }
        }
        for text in ["true", "null", "2", "[\"\"]", "{}"] {
            #expect(throws: MalformedJSONError(.notString, at: 1)) { try readString(" " + text) }
            #expect(throws: MalformedJSONError(.notString, at: 1)) { try readBase64(" " + text) }
        }
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
            "\"mixed \\u0301\u{301} end\"",
        ]
        for text in texts {
            let expected = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            #expect(
                Array(try readString(text).utf8) == Array((expected as? String ?? "none").utf8),
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
                #expect((try? readString(text)) == (isNoncharacter ? nil : String(scalar)), "\(text)")
            }
        }
    }

    @Test("Base64 of every length is read back, with slashes escaped or not")
    func base64() throws {
        var random = SeededGenerator("64")
        for length in Array(0..<200) + [1023, 1024, 1025, 10_000] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Data(bytes).base64EncodedString()
            #expect(try readBase64("\"\(text)\"") == bytes)
            #expect(try readBase64("\"\(text.replacingOccurrences(of: "/", with: "\\/"))\"") == bytes)
            let escaped = text.utf8.map { "\\u00" + String($0, radix: 16) }.joined()
            #expect(try readBase64("\"\(escaped)\"") == bytes)
        }
    }

    @Test("A byte that is not in the base64 alphabet is refused at its offset")
    func base64Alphabet() throws {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".unicodeScalars)
        for value in UInt8(0x20)..<0x7f where value != 0x22 && value != 0x5c {
            let scalar = Unicode.Scalar(value)
            for position in 0..<4 {
                var characters = Array("ABCDABCD".unicodeScalars)
                characters[position] = scalar
                let text = "\"" + characters.map(String.init).joined() + "\""
                let error = alphabet.contains(scalar) ? nil : MalformedJSONError(.notBase64, at: 1)
                do throws(MalformedJSONError) {
                    #expect(try readBase64(text).count == 6)
                    #expect(error == nil)
                } catch {
                    #expect(
                        !alphabet.contains(scalar) && error.rule == .notBase64 && error.offset <= position + 2
                    )
                }
            }
        }
    }

    @Test("A character that is not ASCII is refused in base64")
    func notASCIIInBase64() {
        #expect(throws: MalformedJSONError(.notBase64, at: 1)) { try readBase64("\"\u{80}AA\"") }
    }

    @Test(
        "Base64 that is not padded, padded too much, or has unused bits set is refused",
        arguments: [
            "A", "AA", "AAA", "AAAAA", "AA=", "AA==AA==", "AAA=AAAA", "=", "====", "A===", "AA=A", "AAA==",
            "AA===",
            "AB==", "AP==", "AAB=", "AAD=", "AAAAAB==", "QUI", "-_-_", "AA A", "AAAA ", "AAA\\n", "é", "AAé",
            "AA\\u003d",
        ]
    )
    func notBase64(text: String) {
        do throws(MalformedJSONError) {
            _ = try readBase64("\"\(text)\"")
            Issue.record("accepted")
        } catch {
            #expect(error.rule == .notBase64)
        }
    }
}
