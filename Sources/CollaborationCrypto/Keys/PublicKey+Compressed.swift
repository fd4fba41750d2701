extension P256.Signing.PublicKey {
    /// Takes a point in compressed form (SEC 1, 2.3.3): 02 for an even y or 03 for an odd one, then the 32
    /// bytes of x.
    ///
    /// - Parameter compressedRepresentation: 33 bytes.
    /// - Throws: `PublicKeyError`: `wrongLength`, `unexpectedForm`, `coordinateOutOfRange`, or `notOnCurve`
    ///   if no point has this x.
    @inlinable
    public init(compressedRepresentation: some Collection<UInt8>) throws(P256.Signing.PublicKeyError) {
        self = try withSpan(of: compressedRepresentation) { bytes throws(P256.Signing.PublicKeyError) in
            try Self(compressed: bytes)
        }
    }

    @usableFromInline
    init(compressed bytes: Span<UInt8>) throws(P256.Signing.PublicKeyError) {
        let expected = 1 + UInt256.byteCount
        guard bytes.count == expected else { throw .wrongLength(expected: expected, found: bytes.count) }
        let form = bytes[0]
        guard form == 0x02 || form == 0x03 else { throw .unexpectedForm(form) }
        guard let x = FieldElement(UInt256(bigEndian: bytes, at: 1)) else { throw .coordinateOutOfRange }
        guard let root = AffinePoint.squareOfY(at: x).squareRoot else { throw .notOnCurve }
        // No point has y = 0, so that of a root and its negative one is even and one odd.
        let isOdd = root.integer.l0 & 1 == 1
        self.init(point: AffinePoint(x: x, y: isOdd == (form == 0x03) ? root : -root))
    }

    /// The 33 bytes of the compressed form: 02 or 03, then x, most significant byte first.
    public var compressedRepresentation: [UInt8] {
        [point.y.integer.l0 & 1 == 1 ? 0x03 : 0x02] + point.x.integer.bigEndianBytes
    }
}
