extension Work {
    /// Parsing and verification.
    static func verification<Key: VerifyingKey>(of messages: [SignedMessage], by key: Key.Type) throws -> Work
    {
        try verification(of: messages, after: \.self) { try $0.isValid(by: key) }
    }

    /// Verification with keys parsed beforehand.
    static func parsedKeyVerification<Key: VerifyingKey>(
        of messages: [SignedMessage],
        by _: Key.Type
    ) throws -> Work {
        try verification(of: messages) { signed in
            (key: try Key(x963Representation: signed.key), signed: signed)
        } isValid: { key, signed in
            key.isValidSignature(try Key.signature(derRepresentation: signed.signature), for: signed.message)
        }
    }

    /// Verification with keys and signatures parsed, and messages hashed, beforehand.
    static func digestVerification<Key: VerifyingKey>(
        of messages: [SignedMessage],
        by _: Key.Type
    ) throws -> Work {
        try verification(of: messages) { signed in
            (
                key: try Key(x963Representation: signed.key),
                signature: try Key.signature(derRepresentation: signed.signature),
                digest: Key.digest(of: signed.message)
            )
        } isValid: { key, signature, digest in
            key.isValidSignature(signature, for: digest)
        }
    }

    /// The verification of signed messages, all of which are valid.
    ///
    /// It first checks that each of them is refused after a bit of the message, the key or the signature was
    /// changed.
    ///
    /// - Parameters:
    ///   - messages: The signed messages.
    ///   - parse: The step that is done for each message beforehand and is not timed.
    ///   - isValid: Verifies a message. An error counts as a refusal.
    /// - Returns: The work.
    /// - Throws: `MeasurementError` for a wrong verdict.
    private static func verification<Input: Sendable>(
        of messages: [SignedMessage],
        after parse: (SignedMessage) throws -> Input,
        isValid: @escaping @Sendable (Input) throws -> Bool
    ) throws -> Work {
        for damaged in messages.flatMap(\.damaged) {
            // An input that the parser refuses needs no verification.
            guard let input = try? parse(damaged) else { continue }
            guard (try? isValid(input)) != true else { throw MeasurementError.damageNotNoticed }
        }
        return try Work(over: messages.map(parse), perform: isValid) { _, isValid in isValid }
    }
}
