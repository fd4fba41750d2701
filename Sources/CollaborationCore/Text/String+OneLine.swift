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
}
