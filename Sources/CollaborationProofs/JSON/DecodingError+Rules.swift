extension DecodingError {
    /// Makes the error for data of the right shape that breaks a rule of its type.
    package static func broken(_ rule: some Error, at path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(Context(codingPath: path, debugDescription: "\(rule)", underlyingError: rule))
    }
}

extension KeyedDecodingContainer {
    /// Returns the key of an object that must have exactly one, as an encoded enumeration has.
    package func singleKey() throws -> Key {
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
                // The strict decoder uses only the rule. It computes the offset from the coding path.
                underlyingError: MalformedJSONError(rule, at: 0)
            )
        )
    }
}
