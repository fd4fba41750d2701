extension P256.Signing.PublicKey {
    /// Takes the coordinates x and y alone, 32 bytes each, most significant byte first: CryptoKit's raw form.
    ///
    /// - Parameter rawRepresentation: 64 bytes.
    /// - Throws: `PublicKeyError`: `wrongLength`, `coordinateOutOfRange` or `notOnCurve`.
    @inlinable
    public init(rawRepresentation: some Collection<UInt8>) throws(P256.Signing.PublicKeyError) {
        self = try withSpan(of: rawRepresentation) { bytes throws(P256.Signing.PublicKeyError) in
            try Self(raw: bytes)
        }
    }

    @usableFromInline
    init(raw bytes: Span<UInt8>) throws(P256.Signing.PublicKeyError) {
        let expected = 2 * UInt256.byteCount
        guard bytes.count == expected else { throw .wrongLength(expected: expected, found: bytes.count) }
        try self.init(
            x: UInt256(bigEndian: bytes, at: 0),
            y: UInt256(bigEndian: bytes, at: UInt256.byteCount)
        )
    }

    /// The 64 bytes of x and y, most significant byte first.
    public var rawRepresentation: [UInt8] {
        point.x.integer.bigEndianBytes + point.y.integer.bigEndianBytes
    }
}
