extension DecodingError {
    /// Makes the error for data of the right shape that breaks a rule of its type.
    package static func dataCorruptedError(
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
    package func onlyKey() throws -> Key {
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

extension DecodingError {
    /// Makes the error for a string that is longer than a limit.
    package static func tooLong(at path: [any CodingKey], brokenRule rule: MalformedJSONError.Rule)
        -> DecodingError
    {
        .dataCorrupted(
            Context(
                codingPath: path,
                debugDescription: rule.rawValue,
                // Only the rule of this error is used: its place is found by the path.
                underlyingError: MalformedJSONError(rule, at: 0)
            )
        )
    }
}
