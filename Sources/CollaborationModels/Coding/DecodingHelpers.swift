extension DecodingError {
    /// Makes the error for data of the right shape that breaks a rule of its type.
    static func dataCorruptedError(
        in container: KeyedDecodingContainer<some CodingKey>,
        brokenRule: some Error
    ) -> DecodingError {
        .dataCorrupted(
            Context(
                codingPath: container.codingPath,
                debugDescription: "\(brokenRule)",
                underlyingError: brokenRule
            )
        )
    }
}

extension KeyedDecodingContainer {
    /// Returns the only key; throws when there are none or several.
    func onlyKey() throws -> Key {
        guard let key = allKeys.first, allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "exactly one key is expected, not \(allKeys.count)"
                )
            )
        }
        return key
    }
}
