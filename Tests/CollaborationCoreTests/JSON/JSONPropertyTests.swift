import CollaborationTesting
import Foundation
import Testing

@testable import CollaborationCore

@Suite("JSON beside Foundation")
struct JSONPropertyTests {
    /// Pieces of JSON that a mutation inserts: cases in which parsers differ.
    static let pieces: [[UInt8]] =
        [
            "\"", "\\", "{", "}", "[", "]", ":", ",", "-", "0", "1", ".", "e", "E+", "1e400", "2.0", " ",
            "\n", "\t", "true", "null",
            "\\u0061", "\\ud834\\udd1e", "\\ud834", "\\n", "\\/", "\"a\":1", "\u{e9}", "\u{301}", "\u{1d11e}",
            "\u{feff}", "\u{0}",
            "\u{7f}", "=",
        ].map { Array($0.utf8) } + [
            [0x80], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xff], [0xf4, 0x90, 0x80, 0x80],
        ]

    static func mutated(_ text: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var text = text
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let from = Int.random(in: 0...text.count, using: &random)
            let to = min(text.count, from + Int.random(in: 0...3, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0: text.removeSubrange(from..<to)
            case 1: text.replaceSubrange(from..<to, with: pieces.randomElement(using: &random) ?? [])
            case 2: text.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: from)
            default:
                let source = Int.random(in: 0...text.count, using: &random)
                let end = min(text.count, source + Int.random(in: 0...40, using: &random))
                text.insert(contentsOf: Array(text[source..<end]), at: from)
            }
        }
        return text
    }

    /// Whether Foundation is known to accept what the reader refuses: a rule that Foundation does not have, or a
    /// comma after the last element or member.
    static func isOwnRule(_ error: MalformedJSONError, in text: [UInt8]) -> Bool {
        switch error.rule {
        case .duplicateName, .forbiddenCharacter, .byteOrderMark: return true
        case .notJSON:
            let before = text.prefix(error.offset).last { !" \t\r\n".utf8.contains($0) }
            return before == UInt8(ascii: ",") && "]}".utf8.contains(text[error.offset])
        default: return false
        }
    }

    @Test("Foundation accepts what the JSON reader accepts, and little else")
    func besideFoundation() throws {
        let seeds =
            try SampleRequests.lines(of: "article-tree").map { Array($0.request.utf8) } + [
                Array(#"{"name": "doc", "index": 2, "parts": [{"bytes": "AQI="}, {"bytes": ""}]}"#.utf8),
                Array("[1, -0.5e-3, {\"a\": [true, false, null, \"\\ud834\\udd1e\\n\"]}]".utf8),
            ]
        var random = SeededGenerator("11")
        var (accepted, refused) = (0, 0)
        for round in 0..<4000 {
            let text = Self.mutated(seeds[round % seeds.count], using: &random)
            let isAccepted =
                (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
            if let error = malformation(of: text) {
                refused += 1
                let isKnown = !isAccepted || Self.isOwnRule(error, in: text)
                #expect(isKnown, "\(error): \(String(decoding: text, as: UTF8.self))")
            } else {
                accepted += 1
                #expect(isAccepted, "\(String(decoding: text, as: UTF8.self))")
            }
        }
        #expect(accepted > 400 && refused > 400)
    }

    @Test("A member name that occurs twice is found among any others, in any order")
    func duplicates() {
        var random = SeededGenerator("7")
        for _ in 0..<300 {
            let count = Int.random(in: 1...60, using: &random)
            let letters = ["a", "b", "\u{e9}", "\\u0062", "\\u00e9", "\\u00e8"]
            let names = (0..<count).map { _ in
                (0..<Int.random(in: 1...4, using: &random)).map { _ in
                    letters.randomElement(using: &random) ?? ""
                }.joined()
            }
            let texts = names.map {
                $0.replacingOccurrences(of: "\\u0062", with: "b").replacingOccurrences(
                    of: "\\u00e9",
                    with: "\u{e9}"
                )
            }
            let object = "{" + names.map { "\"\($0)\":{\"x\":1}" }.joined(separator: ",") + "}"
            let isDuplicate = Set(texts.map { Array($0.utf8) }).count < count
            #expect((malformation(of: object.utf8)?.rule == .duplicateName) == isDuplicate)
        }
    }
}
