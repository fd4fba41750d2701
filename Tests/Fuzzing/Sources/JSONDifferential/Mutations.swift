import CollaborationCore
import CollaborationTesting
import Foundation

/// Changes to texts at which parsers differ.
struct Mutations {
    /// The texts of which parts are inserted into others.
    let seeds: [[UInt8]]

    private static let pieces: [[UInt8]] =
        [
            "\"", "\\", "{", "}", "[", "]", ":", ",", "-", "0", "1", ".", "e", "E+", "1e400", "1e-400", "2.0",
            "2e0", "-0",
            "9223372036854775808", "1e16", " ", "\n", "\t", "\u{b}", "true", "null", "\\u0061",
            "\\ud834\\udd1e",
            "\\ud834", "\\udd1e", "\\ud834\\u0041", "\\n", "\\/", "\\x", "\"a\":1,", "\"a\":1,\"a\":2,",
            "\"b\":{},", "\"a\":2.0,", "\"a\":1e400,",
            "\"public\u{212a}ey\":\"AA==\",", "\"jose\u{301}\":1,\"jos\u{e9}\":2,", "\"publicKeyIndex\":2,",
            "\u{e9}", "\u{301}\u{323}",
            "\u{1d11e}", "\u{feff}", "\u{0}", "\u{7f}", "=", "==", "AAAA", "AB==",
            "AAB=", "/", "+", "_",
            "//", "/**/", "NaN", "Infinity", "01", "+1", ".5", "5.", "'",
        ].map { Array($0.utf8) } + [
            [0x80], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xff], [0xf4, 0x90, 0x80, 0x80], [0xef, 0xbb, 0xbf],
            [0xc3],
        ]
        + [
            String(repeating: "[", count: 33) + String(repeating: "]", count: 33) + ",",
            "\"" + String(repeating: "n", count: 257) + "\":0,",
            "\"" + String(repeating: "n", count: 256) + "\":0,",
            String(repeating: "1", count: 129), String(repeating: "\u{e9}", count: 513),
        ].map { Array($0.utf8) }

    /// A text with one to three changes.
    func mutated(_ text: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var text = text
        for _ in 0..<([1, 1, 1, 2, 3].randomElement(using: &random) ?? 1) { change(&text, using: &random) }
        guard Int.random(in: 0..<50, using: &random) == 0 else { return text }
        let encodings: [String.Encoding] = [
            .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian,
        ]
        let encoding = encodings.randomElement(using: &random) ?? .utf16
        return String(decoding: text, as: UTF8.self).data(using: encoding).map { Array($0) } ?? text
    }

    private func change(_ text: inout [UInt8], using random: inout SeededGenerator) {
        let from = Int.random(in: 0...text.count, using: &random)
        let to = min(text.count, from + Int.random(in: 0...3, using: &random))
        let piece = Self.pieces.randomElement(using: &random) ?? []
        switch Int.random(in: 0..<12, using: &random) {
        case 0: text.removeSubrange(from..<to)
        case 1: text.replaceSubrange(from..<to, with: piece)
        case 2: text.insert(contentsOf: piece, at: from)
        case 3...6: insertAfterPunctuation(piece, in: &text, using: &random)
        case 7, 8: escapeCharacter(at: from, of: &text)
        case 9 where from < text.count: text[from] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        default:
            let seed = seeds.randomElement(using: &random) ?? []
            let start = Int.random(in: 0...seed.count, using: &random)
            text.insert(
                contentsOf: seed[start..<min(seed.count, start + Int.random(in: 0...40, using: &random))],
                at: from
            )
        }
    }

    /// Inserts a piece where a member or an element may stand.
    private func insertAfterPunctuation(
        _ piece: [UInt8],
        in text: inout [UInt8],
        using random: inout SeededGenerator
    ) {
        let places = text.indices.filter { "{[,:".utf8.contains(text[$0]) }
        guard let place = places.randomElement(using: &random) else { return }
        text.insert(contentsOf: piece, at: place + 1)
    }

    /// Writes a letter as an escape, which changes nothing in a string.
    private func escapeCharacter(at place: Int, of text: inout [UInt8]) {
        guard place < text.count, (UInt8(ascii: "0")...UInt8(ascii: "z")).contains(text[place]) else {
            return
        }
        text.replaceSubrange(place...place, with: Array(String(format: "\\u%04x", Int(text[place])).utf8))
    }
}
