extension KeyedDecodingContainer {
    /// The one key that is present, for a value that is one of several kinds.
    func onlyKey() throws -> Key {
        guard let key = allKeys.first, allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "exactly one kind expected, \(allKeys.count) found"
                )
            )
        }
        return key
    }
}
