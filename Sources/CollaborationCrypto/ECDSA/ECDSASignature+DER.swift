extension P256.Signing.ECDSASignature {
    /// Takes a SEQUENCE of the two INTEGERs r and s in DER (SEC 1, C.5; X9.62's ECDSA-Sig-Value).
    ///
    /// The rules are strict: minimal lengths, minimal integers, none negative, no byte before or after.
    ///
    /// - Parameter derRepresentation: The bytes, 8 to 72 of them in a valid signature.
    /// - Throws: `SignatureError.malformedDER` with the rule broken, or `scalarOutOfRange`.
    @inlinable
    public init(derRepresentation: some Collection<UInt8>) throws(P256.Signing.SignatureError) {
        self = try withSpan(of: derRepresentation) { bytes throws(P256.Signing.SignatureError) in
            try Self(der: bytes)
        }
    }

    @usableFromInline
    init(der bytes: Span<UInt8>) throws(P256.Signing.SignatureError) {
        let r: Range<Int>
        let s: Range<Int>
        do throws(DERError) {
            var outer = DERReader(0..<bytes.count)
            var inner = DERReader(try outer.readElement(.sequence, of: bytes))
            try outer.finish()
            r = try inner.readUnsignedInteger(of: bytes)
            s = try inner.readUnsignedInteger(of: bytes)
            try inner.finish()
        } catch {
            throw .malformedDER(error)
        }
        guard let r = UInt256(bigEndian: bytes, in: r), let s = UInt256(bigEndian: bytes, in: s) else {
            throw .scalarOutOfRange
        }
        try self.init(r: r, s: s)
    }

    /// The SEQUENCE of the two INTEGERs r and s in DER, 8 to 72 bytes.
    public var derRepresentation: [UInt8] {
        DERWriter.element(
            .sequence,
            DERWriter.unsignedInteger(r.integer.bigEndianBytes)
                + DERWriter.unsignedInteger(s.integer.bigEndianBytes)
        )
    }
}
