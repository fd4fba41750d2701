extension String {
    /// The text with line breaks, control characters, marks of direction, invisible spaces and tag characters escaped,
    /// so that it prints as one line in the order of its characters.
    package var onOneLine: String {
        var line = ""
        for scalar in unicodeScalars {
            switch (scalar.properties.generalCategory, scalar.value) {
            case (.control, _), (.lineSeparator, _), (.paragraphSeparator, _), (_, 0x200B), (_, 0xFEFF),
                (_, 0xE0000...0xE007F):
                line += scalar.escaped(asASCII: true)
            case _ where scalar.properties.isBidiControl: line += scalar.escaped(asASCII: true)
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// The text without white space at both ends, or nil when nothing is left.
    package var nonBlank: String? {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(self[first...last])
    }

    func hashBytes(into hasher: inout Hasher) {
        // Eight bytes at a time, since each call of the hasher takes long. The length ends the string.
        var (word, count) = (0 as UInt64, 0)
        for byte in utf8 {
            word = word << 8 | UInt64(byte)
            count += 1
            if count % 8 == 0 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(count)
    }
}
