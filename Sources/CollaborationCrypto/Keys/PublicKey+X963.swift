extension P256.Signing.PublicKey {
    /// Takes a point in uncompressed form, as ANSI X9.63 and SEC 1 (2.3.3) define it: 04, then x and y, 32
    /// bytes each.
    ///
    /// The hybrid forms 06 and 07 are refused, so that a key has one encoding.
    ///
    /// - Parameter x963Representation: 65 bytes.
    /// - Throws: `PublicKeyError`: `wrongLength`, `unexpectedForm`, `coordinateOutOfRange` or `notOnCurve`.
    @inlinable
    public init(x963Representation: some Collection<UInt8>) throws(P256.Signing.PublicKeyError) {
        self = try withSpan(of: x963Representation) { bytes throws(P256.Signing.PublicKeyError) in
            try Self(x963: bytes, in: 0..<bytes.count)
        }
    }

    @usableFromInline
    init(x963 bytes: Span<UInt8>, in range: Range<Int>) throws(P256.Signing.PublicKeyError) {
        let expected = 1 + 2 * UInt256.byteCount
        guard range.count == expected else { throw .wrongLength(expected: expected, found: range.count) }
        let form = bytes[range.lowerBound]
        guard form == 0x04 else { throw .unexpectedForm(form) }
        let x = range.lowerBound + 1
        try self.init(
            x: UInt256(bigEndian: bytes, at: x),
            y: UInt256(bigEndian: bytes, at: x + UInt256.byteCount)
        )
    }

    /// The 65 bytes of the uncompressed form: 04, then x and y, most significant byte first.
    public var x963Representation: [UInt8] {
        [0x04] + rawRepresentation
    }
}
