extension P256.Signing.PublicKey {
    /// Reads a key in the uncompressed form of ANSI X9.63 and SEC 1 (2.3.3): 04, then x and y, 32 bytes each.
    ///
    /// The hybrid forms 06 and 07 are refused, so that a key has one encoding of this form.
    ///
    /// - Parameter x963Representation: 65 bytes.
    /// - Throws: `wrongLength`, `unexpectedForm`, `coordinateOutOfRange` or `notOnCurve`.
    @inlinable
    public init(x963Representation: some Collection<UInt8>) throws(CryptoError) {
        self = try withSpan(of: x963Representation) { bytes throws(CryptoError) in
            try Self(x963: bytes, in: 0..<bytes.count)
        }
    }

    @usableFromInline
    init(x963 bytes: Span<UInt8>, in range: Range<Int>) throws(CryptoError) {
        let expected = 1 + 2 * UInt256.byteCount
        guard range.count == expected else { throw .wrongLength(expected: expected, found: range.count) }
        let form = bytes[range.lowerBound]
        guard form == 0x04 else { throw .unexpectedForm(form) }
        try self.init(coordinates: bytes, at: range.lowerBound + 1)
    }

    /// The 65 bytes of the uncompressed form: 04, then x and y, each with the most significant byte first.
    public var x963Representation: [UInt8] {
        [0x04] + rawRepresentation
    }
}

extension P256.Signing.PublicKey {
    /// Reads a key in compressed form (SEC 1, 2.3.3): 02 for an even y or 03 for an odd one, then the 32 bytes of x.
    ///
    /// - Parameter compressedRepresentation: 33 bytes.
    /// - Throws: `wrongLength`, `unexpectedForm`, `coordinateOutOfRange`, or `notOnCurve` if no point has this x.
    @inlinable
    public init(compressedRepresentation: some Collection<UInt8>) throws(CryptoError) {
        self = try withSpan(of: compressedRepresentation, Self.init(compressed:))
    }

    @usableFromInline
    init(compressed bytes: Span<UInt8>) throws(CryptoError) {
        let expected = 1 + UInt256.byteCount
        guard bytes.count == expected else { throw .wrongLength(expected: expected, found: bytes.count) }
        let form = bytes[0]
        guard form == 0x02 || form == 0x03 else { throw .unexpectedForm(form) }
        guard let x = FieldElement(UInt256(bigEndian: bytes, at: 1)) else { throw .coordinateOutOfRange }
        guard let root = AffinePoint.squareOfY(at: x).squareRoot else { throw .notOnCurve }
        // No point has y = 0, so one of the two roots is even and the other is odd.
        let isOdd = root.integer.l0 & 1 == 1
        self.init(point: AffinePoint(x: x, y: isOdd == (form == 0x03) ? root : -root))
    }

    /// The 33 bytes of the compressed form: 02 or 03, then x with the most significant byte first.
    public var compressedRepresentation: [UInt8] {
        [point.y.integer.l0 & 1 == 1 ? 0x03 : 0x02] + point.x.integer.bigEndianBytes
    }
}

extension P256.Signing.PublicKey {
    /// Reads a key in CryptoKit's raw form: x and y, 32 bytes each, with the most significant byte first.
    ///
    /// - Parameter rawRepresentation: 64 bytes.
    /// - Throws: `wrongLength`, `coordinateOutOfRange` or `notOnCurve`.
    @inlinable
    public init(rawRepresentation: some Collection<UInt8>) throws(CryptoError) {
        self = try withSpan(of: rawRepresentation, Self.init(raw:))
    }

    @usableFromInline
    init(raw bytes: Span<UInt8>) throws(CryptoError) {
        let expected = 2 * UInt256.byteCount
        guard bytes.count == expected else { throw .wrongLength(expected: expected, found: bytes.count) }
        try self.init(coordinates: bytes, at: 0)
    }

    /// Reads x and y, 32 bytes each, and checks both and the point.
    private init(coordinates bytes: Span<UInt8>, at offset: Int) throws(CryptoError) {
        guard let x = FieldElement(UInt256(bigEndian: bytes, at: offset)),
            let y = FieldElement(UInt256(bigEndian: bytes, at: offset + UInt256.byteCount))
        else { throw .coordinateOutOfRange }
        self.init(point: AffinePoint(x: x, y: y))
        guard point.isOnCurve else { throw .notOnCurve }
    }

    /// The 64 bytes of x and y, each with the most significant byte first.
    public var rawRepresentation: [UInt8] {
        point.x.integer.bigEndianBytes + point.y.integer.bigEndianBytes
    }
}

extension P256.Signing.PublicKey {
    /// The content of the AlgorithmIdentifier: the object identifiers id-ecPublicKey (1.2.840.10045.2.1) and
    /// secp256r1 (1.2.840.10045.3.1.7) (RFC 5480, 2.1.1).
    private static let algorithm: [UInt8] = [
        0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
        0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07,
    ]

    /// Reads a key as SubjectPublicKeyInfo in DER (RFC 5480), the form in X.509 certificates.
    ///
    /// The point inside must be in uncompressed form.
    ///
    /// - Parameter derRepresentation: The bytes. A valid key has 91.
    /// - Throws: The rule of DER that is broken, `unsupportedAlgorithm`, or an error of the x9.63 form.
    @inlinable
    public init(derRepresentation: some Collection<UInt8>) throws(CryptoError) {
        self = try withSpan(of: derRepresentation, Self.init(der:))
    }

    @usableFromInline
    init(der bytes: Span<UInt8>) throws(CryptoError) {
        var outer = DERReader(0..<bytes.count)
        var inner = DERReader(try outer.readElement(.sequence, of: bytes))
        try outer.finish()
        let algorithm = try inner.readElement(.sequence, of: bytes)
        let bits = try inner.readElement(.bitString, of: bytes)
        try inner.finish()
        guard !bits.isEmpty, bytes[bits.lowerBound] == 0 else { throw .unusedBits }
        guard algorithm.count == Self.algorithm.count, zip(algorithm, Self.algorithm).allSatisfy({ bytes[$0] == $1 })
        else { throw .unsupportedAlgorithm }
        try self.init(x963: bytes, in: bits.dropFirst())
    }

    /// The key as SubjectPublicKeyInfo in DER, 91 bytes, with the point in uncompressed form.
    public var derRepresentation: [UInt8] {
        DERWriter.element(
            .sequence,
            DERWriter.element(.sequence, Self.algorithm) + DERWriter.element(.bitString, [0] + x963Representation)
        )
    }
}
