extension P256.Signing.PublicKey {
    /// The AlgorithmIdentifier's content: id-ecPublicKey, 1.2.840.10045.2.1, and secp256r1,
    /// 1.2.840.10045.3.1.7 (RFC 5480, 2.1.1).
    private static let algorithm: [UInt8] = [
        0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
        0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07,
    ]

    /// Takes a SubjectPublicKeyInfo in DER (RFC 5480), as X.509 certificates hold it.
    ///
    /// The point inside has to be in uncompressed form.
    ///
    /// - Parameter derRepresentation: The bytes, 91 of them in a valid key.
    /// - Throws: `PublicKeyError`: `malformedDER`, `unsupportedAlgorithm`, and the errors of the x9.63 form.
    @inlinable
    public init(derRepresentation: some Collection<UInt8>) throws(P256.Signing.PublicKeyError) {
        self = try withSpan(of: derRepresentation) { bytes throws(P256.Signing.PublicKeyError) in
            try Self(der: bytes)
        }
    }

    @usableFromInline
    init(der bytes: Span<UInt8>) throws(P256.Signing.PublicKeyError) {
        let algorithm: Range<Int>
        let bits: Range<Int>
        do throws(DERError) {
            var outer = DERReader(0..<bytes.count)
            var inner = DERReader(try outer.readElement(.sequence, of: bytes))
            try outer.finish()
            algorithm = try inner.readElement(.sequence, of: bytes)
            bits = try inner.readElement(.bitString, of: bytes)
            try inner.finish()
            guard !bits.isEmpty, bytes[bits.lowerBound] == 0 else { throw .unusedBits }
        } catch {
            throw .malformedDER(error)
        }
        guard algorithm.count == Self.algorithm.count,
            zip(algorithm, Self.algorithm).allSatisfy({ bytes[$0] == $1 })
        else { throw .unsupportedAlgorithm }
        try self.init(x963: bytes, in: bits.dropFirst())
    }

    /// The 91 bytes of the SubjectPublicKeyInfo in DER, with the point in uncompressed form.
    public var derRepresentation: [UInt8] {
        DERWriter.element(
            .sequence,
            DERWriter.element(.sequence, Self.algorithm)
                + DERWriter.element(.bitString, [0] + x963Representation)
        )
    }
}
