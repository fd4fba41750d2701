/// The rule that the bytes of a key, a signature or a digest break, or the arguments of a Merkle tree.
public enum CryptoError: Error, Hashable, Sendable {
    /// The number of bytes is not that of the form. A public key of one byte 00, the point at infinity, is
    /// refused by this rule.
    case wrongLength(expected: Int, found: Int)

    /// The first byte of a public key is not that of the form: 04 for x9.63, 02 or 03 for compressed (SEC 1, 2.3.3).
    case unexpectedForm(UInt8)

    /// A coordinate of a public key is not below the prime p of the field.
    case coordinateOutOfRange

    /// No point of the curve has the coordinates of the public key.
    case notOnCurve

    /// The algorithm of a SubjectPublicKeyInfo is not id-ecPublicKey with the curve secp256r1 (RFC 5480).
    case unsupportedAlgorithm

    /// r or s of a signature is not in 1 ..< n.
    case scalarOutOfRange

    /// The bytes in DER end before an element does.
    case truncated

    /// An element in DER has another tag than the structure requires.
    case unexpectedTag(expected: UInt8, found: UInt8)

    /// A length in DER is of the indefinite form, which X.690 (10.1) excludes.
    case indefiniteLength

    /// A length in DER takes more bytes than it needs (X.690, 10.1).
    case nonMinimalLength

    /// An integer in DER has no bytes (X.690, 8.3.1).
    case emptyInteger

    /// An integer in DER is negative where the structure allows no negative one.
    case negativeInteger

    /// An integer in DER takes more bytes than it needs (X.690, 8.3.2).
    case nonMinimalInteger

    /// A bit string in DER does not begin with 00, the number of unused bits in its last byte (X.690, 8.6.2).
    case unusedBits

    /// Bytes follow after the end of a structure in DER.
    case trailingBytes

    /// A Merkle tree has no leaves.
    case noLeaves

    /// No leaf of a Merkle tree has the index. It must be below the number of leaves of a tree, and below
    /// 2^siblings in a proof.
    case leafIndexOutOfRange

    /// The path from a leaf to the root has more than 32 siblings.
    case pathTooLong
}
