extension Work {
    /// The verification of signed messages, all of which hold.
    ///
    /// Before that it is held to refuse each of them with a bit changed in the message, the key or the
    /// signature.
    ///
    /// - Parameters:
    ///   - messages: The signed messages.
    ///   - parse: What is done beforehand for each and is not timed.
    ///   - isValid: The verification of one, which may also throw to refuse it.
    /// - Returns: The work.
    /// - Throws: `MeasurementError` for a wrong verdict.
    static func verification<Input: Sendable>(
        of messages: [SignedMessage],
        after parse: (SignedMessage) throws -> Input,
        isValid: @escaping @Sendable (Input) throws -> Bool
    ) throws -> Work {
        for damaged in messages.flatMap(\.damaged) {
            // What the parser refuses does not reach the verification.
            guard let input = try? parse(damaged) else { continue }
            guard (try? isValid(input)) != true else { throw MeasurementError.damageNotNoticed }
        }
        return try Work(over: messages.map(parse), perform: isValid) { _, isValid in isValid }
    }
}
