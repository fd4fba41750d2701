extension P256.Signing.ECDSASignature {
    /// Takes the 64 bytes of r and s, 32 each, most significant first (IEEE P1363).
    ///
    /// - Parameter rawRepresentation: 64 bytes.
    /// - Throws: `SignatureError.wrongLength` or `scalarOutOfRange`.
    @inlinable
    public init(rawRepresentation: some Collection<UInt8>) throws(P256.Signing.SignatureError) {
        self = try withSpan(of: rawRepresentation) { bytes throws(P256.Signing.SignatureError) in
            try Self(raw: bytes)
        }
    }

    @usableFromInline
    init(raw bytes: Span<UInt8>) throws(P256.Signing.SignatureError) {
        let expected = 2 * UInt256.byteCount
        guard bytes.count == expected else { throw .wrongLength(expected: expected, found: bytes.count) }
        try self.init(
            r: UInt256(bigEndian: bytes, at: 0),
            s: UInt256(bigEndian: bytes, at: UInt256.byteCount)
        )
    }

    /// The 64 bytes of r and s, 32 each, most significant first (IEEE P1363).
    public var rawRepresentation: [UInt8] {
        r.integer.bigEndianBytes + s.integer.bigEndianBytes
    }
}
