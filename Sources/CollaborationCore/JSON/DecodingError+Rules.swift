extension DecodingError {
    /// Makes the error for data of the right shape that breaks a rule of its type.
    package static func brokenRule(_ rule: some Error, at path: [any CodingKey]) -> DecodingError {
        .dataCorrupted(Context(codingPath: path, debugDescription: "\(rule)", underlyingError: rule))
    }

    /// Makes the error for a string or an array that is longer than a limit.
    package static func tooLong(at path: [any CodingKey], brokenRule rule: MalformedJSONError.Rule) -> Self {
        // The strict decoder uses only the rule. It computes the offset from the coding path.
        let (text, error) = (rule.rawValue, MalformedJSONError(rule, at: 0))
        return .dataCorrupted(Context(codingPath: path, debugDescription: text, underlyingError: error))
    }
}

extension KeyedDecodingContainer {
    /// Returns the key of an object that must have exactly one, as an encoded enumeration has.
    package func singleKey() throws -> Key {
        guard let key = allKeys.first, allKeys.count == 1 else {
            let reason = "exactly one key is expected, not \(allKeys.count)"
            throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: reason))
        }
        return key
    }
}
