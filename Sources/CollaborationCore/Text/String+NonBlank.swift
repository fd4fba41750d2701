extension String {
    /// The text without white space at both ends, or nil when nothing is left.
    package var nonBlank: String? {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(self[first...last])
    }
}
