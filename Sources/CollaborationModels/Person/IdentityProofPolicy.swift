import CollaborationCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The encodings and depths that a verifier accepts.
///
/// Apple's documentation does not specify them; the defaults are what the code of Apple's systems does. A
/// policy accepts only one encoding of a key, because the leaf of the tree is the hash of the key's bytes: a
/// second encoding would give one key a second leaf.
public struct IdentityProofPolicy: Hashable, Sendable {
    /// An encoding of a P-256 public key.
    public enum KeyEncoding: Hashable, Sendable {
        /// 65 bytes: 04, x, y (ANSI X9.63). Apple's devices send it.
        case x963

        /// 33 bytes: 02 or 03, x (SEC 1, 2.3.3).
        case compressed
    }

    /// An encoding of an ECDSA signature.
    public enum SignatureEncoding: Hashable, Sendable {
        /// A SEQUENCE of two INTEGERs in strict DER. Apple's devices send it.
        case der

        /// 64 bytes: r, s (IEEE P1363).
        case raw
    }

    /// The one encoding of the public key that is accepted.
    public var keyEncoding: KeyEncoding

    /// The one encoding of the signature that is accepted.
    public var signatureEncoding: SignatureEncoding

    /// How many inclusion hashes a proof may have.
    ///
    /// Apple's devices usually send 5. No proof has more than 32.
    public var depths: ClosedRange<Int>

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - keyEncoding: The one encoding of the public key that is accepted.
    ///   - signatureEncoding: The one encoding of the signature that is accepted.
    ///   - depths: How many inclusion hashes a proof may have.
    public init(
        keyEncoding: KeyEncoding = .x963,
        signatureEncoding: SignatureEncoding = .der,
        depths: ClosedRange<Int> = 0...32
    ) {
        self.keyEncoding = keyEncoding
        self.signatureEncoding = signatureEncoding
        self.depths = depths
    }

    /// What Apple's devices send: x9.63 keys, DER signatures, and at most 32 inclusion hashes.
    public static let standard = IdentityProofPolicy()
}
