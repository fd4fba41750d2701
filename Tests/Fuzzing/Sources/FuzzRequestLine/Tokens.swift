import Fuzzing

/// A line of JSON as its tokens, so that a change leaves most of it in order.
struct Tokens {
    private(set) var tokens: [String]

    var text: String { tokens.joined() }

    /// Splits a line into its tokens.
    init(_ line: String) {
        tokens = []
        var word = ""
        var isInString = false
        for character in line {
            word.append(character)
            if character == "\"" { isInString.toggle() }
            if !isInString, character == "\"" || "{}[]:,".contains(character) {
                tokens.append(word)
                word = ""
            }
        }
        tokens.append(word)
    }

    /// Replacements for a token: other types, numbers at the bounds, bytes of other lengths, and text that is not JSON.
    private static let replacements = [
        "null", "true", "0", "1", "2", "7", "8", "-1", "-0", "2.0", "2.5", "1e2", "1e400", "4294967296",
        "9223372036854775807", "9223372036854775808", "18446744073709551616", "\"\"", "\"AA==\"", "\"AA\"",
        "\"A\"",
        "\"\\u0041A==\"", "\"\\ud800\"", "\"=\"", "\"publicKey\"", "\"challenge\"", "\"\u{e9}\"", "{}", "[]",
        "{", "}",
        "[", "]", ":", ",", " ", "\n", "\u{0}", "//",
        "\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\"",
    ]

    /// Replaces, removes, repeats, moves or alters one token.
    mutating func change(by bytes: inout FuzzedBytes) {
        guard !tokens.isEmpty else { return tokens.append(bytes.element(of: Self.replacements)) }
        let place = bytes.number(in: 0...tokens.count - 1)
        switch bytes.number(in: 0...5) {
        case 0: tokens[place] = bytes.element(of: Self.replacements)
        case 1: tokens.insert(bytes.element(of: Self.replacements), at: place)
        case 2: tokens.remove(at: place)
        case 3: tokens.insert(bytes.element(of: tokens), at: place)
        case 4: tokens.swapAt(place, bytes.number(in: 0...tokens.count - 1))
        default: alter(place, by: &bytes)
        }
    }

    /// Puts another printable character into a token.
    private mutating func alter(_ place: Int, by bytes: inout FuzzedBytes) {
        var characters = Array(tokens[place])
        guard !characters.isEmpty else { return }
        let character = Character(Unicode.Scalar(UInt8(0x20 + bytes.number(in: 0...0x5e))))
        characters[bytes.number(in: 0...characters.count - 1)] = character
        tokens[place] = String(characters)
    }
}
