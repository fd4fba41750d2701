extension DecodingError {
    /// The error for data of the right shape that breaks a rule of the value that it describes.
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
