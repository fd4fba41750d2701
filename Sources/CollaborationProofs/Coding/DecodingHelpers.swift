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

extension KeyedDecodingContainer {
    /// Decodes an identifier or a handle, of limited length.
    package func decodeIdentifier(forKey key: Key) throws -> String {
        try decodeString(forKey: key, byteCountLimit: JSONLimits.identifierByteCount, or: .identifierTooLong)
    }

    /// Decodes an identifier or a handle that may be absent.
    package func decodeIdentifierIfPresent(forKey key: Key) throws -> String? {
        try isPresent(key) ? decodeIdentifier(forKey: key) : nil
    }

    /// Decodes a text that is shown, of limited length.
    package func decodeText(forKey key: Key) throws -> String {
        try decodeString(forKey: key, byteCountLimit: JSONLimits.textByteCount, or: .textTooLong)
    }

    /// Decodes a text that is shown and may be absent.
    package func decodeTextIfPresent(forKey key: Key) throws -> String? {
        try isPresent(key) ? decodeText(forKey: key) : nil
    }

    private func isPresent(_ key: Key) throws -> Bool {
        try contains(key) && !decodeNil(forKey: key)
    }

    private func decodeString(
        forKey key: Key,
        byteCountLimit: Int,
        or rule: MalformedJSONError.Rule
    ) throws -> String {
        let text = try decode(String.self, forKey: key)
        guard text.utf8.count <= byteCountLimit else {
            throw DecodingError.tooLong(at: codingPath + [key], brokenRule: rule)
        }
        return text
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
