extension P256.Signing {
    /// An ECDSA signature: the two numbers r and s, each in 1 ..< n (FIPS 186-5, 6.4.2).
    ///
    /// If s is valid for a message, n - s is valid too, as in plain ECDSA. So never use a signature as a
    /// unique identifier.
    public struct ECDSASignature: Hashable, Sendable {
        let r: Scalar
        let s: Scalar

        init(r: UInt256, s: UInt256) throws(CryptoError) {
            guard let r = Scalar(r), let s = Scalar(s), !r.isZero, !s.isZero else { throw .scalarOutOfRange }
            self.r = r
            self.s = s
        }
    }
}

extension P256.Signing.ECDSASignature {
    /// Reads a signature in DER: a SEQUENCE of the two INTEGERs r and s (SEC 1, C.5; ECDSA-Sig-Value in X9.62).
    ///
    /// Refuses lengths and integers that are not minimal, negative integers, and bytes after the end.
    ///
    /// - Parameter derRepresentation: The bytes. A valid signature has 8 to 72.
    /// - Throws: The rule of DER that is broken, or ``CryptoError/scalarOutOfRange``.
    @inlinable
    public init(derRepresentation: some Collection<UInt8>) throws(CryptoError) {
        self = try withSpan(of: derRepresentation, Self.init(der:))
    }

    @usableFromInline
    init(der bytes: Span<UInt8>) throws(CryptoError) {
        var outer = DERReader(0..<bytes.count)
        var inner = DERReader(try outer.readElement(.sequence, of: bytes))
        try outer.finish()
        let r = try inner.readUnsignedInteger(of: bytes)
        let s = try inner.readUnsignedInteger(of: bytes)
        try inner.finish()
        guard max(r.count, s.count) <= UInt256.byteCount else { throw .scalarOutOfRange }
        try self.init(r: UInt256(bigEndian: bytes, in: r), s: UInt256(bigEndian: bytes, in: s))
    }

    /// The signature in DER, a SEQUENCE of the two INTEGERs r and s, 8 to 72 bytes.
    public var derRepresentation: [UInt8] {
        DERWriter.element(
            .sequence,
            DERWriter.unsignedInteger(r.integer.bigEndianBytes) + DERWriter.unsignedInteger(s.integer.bigEndianBytes)
        )
    }
}

extension P256.Signing.ECDSASignature {
    /// Reads a signature in the raw form of IEEE P1363: r and s, 32 bytes each, with the most significant byte first.
    ///
    /// - Parameter rawRepresentation: 64 bytes.
    /// - Throws: ``CryptoError/wrongLength(expected:found:)`` or ``CryptoError/scalarOutOfRange``.
    @inlinable
    public init(rawRepresentation: some Collection<UInt8>) throws(CryptoError) {
        self = try withSpan(of: rawRepresentation, Self.init(raw:))
    }

    @usableFromInline
    init(raw bytes: Span<UInt8>) throws(CryptoError) {
        let expected = 2 * UInt256.byteCount
        guard bytes.count == expected else { throw .wrongLength(expected: expected, found: bytes.count) }
        try self.init(r: UInt256(bigEndian: bytes, at: 0), s: UInt256(bigEndian: bytes, at: UInt256.byteCount))
    }

    /// The signature in the raw form of IEEE P1363, 64 bytes.
    public var rawRepresentation: [UInt8] {
        r.integer.bigEndianBytes + s.integer.bigEndianBytes
    }
}
