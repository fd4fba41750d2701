extension PersonName {
    private static let prefixes: Set<String> = ["mr", "mrs", "ms", "miss", "mx", "dr", "prof"]
    private static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq"]

    /// Takes a plain Western name apart.
    ///
    /// One word is a given name. Of several, the last is the family name and those between are the middle
    /// name. A usual title in front and a usual suffix at the end, with or without a comma before it, are
    /// told apart. The result is nil when no name is left, and when a comma stands where this reading does
    /// not know it.
    ///
    /// - Parameter text: The name as a person writes it, as in "Devin" or "Dr. Johnny Appleseed, Jr.".
    public init?(parsing text: String) {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        self.init()
        if let first = words.first, Self.isAmong(Self.prefixes, first) {
            namePrefix = words.removeFirst()
        }
        if words.count > 1, let last = words.last, Self.isAmong(Self.suffixes, last) {
            nameSuffix = words.removeLast()
            if let name = words.popLast() {
                words.append(name.hasSuffix(",") ? String(name.dropLast()) : name)
            }
        }
        guard !words.isEmpty, !words.contains(where: { $0.isEmpty || $0.contains(",") }) else { return nil }
        givenName = words.removeFirst()
        familyName = words.popLast()
        middleName = words.isEmpty ? nil : words.joined(separator: " ")
    }

    private static func isAmong(_ known: Set<String>, _ word: String) -> Bool {
        known.contains(word.lowercased().filter { $0 != "." })
    }
}
