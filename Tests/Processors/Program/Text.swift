import CLibrary

/// Reads a line of words that are separated by single spaces; nil at the end of the input.
func readWords() -> [[UInt8]]? {
    var words: [[UInt8]] = [[]]
    while true {
        let character = getchar()
        switch character {
        case 0x0a: return words
        case 0x20: words.append([])
        case 0...0x7f: words[words.count - 1].append(UInt8(character))
        default: return nil
        }
    }
}

/// Returns the bytes that a word has in hexadecimal; `-` stands for none.
func bytes(_ word: [UInt8]) -> [UInt8] {
    guard word != [0x2d] else { return [] }
    func digit(_ character: UInt8) -> UInt8 { character < 0x3a ? character - 0x30 : character - 0x57 }
    return stride(from: 0, to: word.count, by: 2).map { digit(word[$0]) << 4 | digit(word[$0 + 1]) }
}

func write(_ text: StaticString) {
    text.withUTF8Buffer { text in
        for index in 0..<text.count { _ = putchar(Int32(unsafe text[index])) }
    }
}

/// Writes a label and bytes in hexadecimal, on a line.
func writeLine(_ label: StaticString, _ bytes: some Sequence<UInt8>) {
    func digit(_ value: UInt8) -> Int32 { Int32(value < 10 ? 0x30 + value : 0x57 + value) }
    write(label)
    for byte in bytes {
        _ = putchar(digit(byte >> 4))
        _ = putchar(digit(byte & 15))
    }
    write("\n")
}

extension [UInt8] {
    /// Whether these are the characters of a word.
    func spells(_ word: StaticString) -> Bool {
        word.withUTF8Buffer { word in unsafe count == word.count && zip(self, word).allSatisfy { $0 == $1 } }
    }
}
