extension String {
    /// The text with control characters, line breaks and marks of direction escaped, so that it prints as one line in
    /// the order of its characters.
    package var onOneLine: String {
        var line = ""
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line += scalar.escaped(asASCII: true)
            case .format where scalar.properties.isBidiControl: line += scalar.escaped(asASCII: true)
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line
    }

    /// The text without white space at both ends, or nil when nothing is left.
    package var nonBlank: String? {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(self[first...last])
    }
}
