/// The encodings and depths that a verifier accepts.
///
/// Apple's documentation does not specify them; the defaults are what the code of Apple's systems does. A policy
/// accepts only one encoding of a key, because the leaf of the tree is the hash of the key's bytes: a second encoding
/// would give one key a second leaf. `DiagnoseProof` of the folder `Tools` names the policy that accepts a captured proof.
public struct IdentityProofPolicy: Hashable, Sendable {
    /// An encoding of a P-256 public key.
    public enum KeyEncoding: Hashable, Sendable {
        /// 65 bytes: 04, x, y (ANSI X9.63). Apple's devices send it.
        case x963

        /// 33 bytes: 02 or 03, x (SEC 1, 2.3.3).
        case compressed

        /// 91 bytes: SubjectPublicKeyInfo in DER, with the point in uncompressed form (RFC 5480).
        case der
    }

    /// An encoding of an ECDSA signature.
    public enum SignatureEncoding: Hashable, Sendable {
        /// A SEQUENCE of two INTEGERs in strict DER. Apple's devices send it.
        case der

        /// 64 bytes: r, s (IEEE P1363).
        case raw
    }

    /// The bytes over which a device signs, which ECDSA hashes with SHA-256.
    ///
    /// Each form determines the whole challenge, so that no signature is valid for two challenges.
    public enum SignedForm: Hashable, Sendable, CaseIterable {
        /// The challenge itself. Apple's devices sign it.
        case challenge

        /// The SHA-256 digest of the challenge, 32 bytes, which is then hashed a second time.
        case challengeHash

        /// The challenge in base64 with padding (RFC 4648, section 4).
        case base64

        /// The challenge in hexadecimal with the letters a to f.
        case lowercaseHexadecimal

        /// The challenge in hexadecimal with the letters A to F.
        case uppercaseHexadecimal
    }

    /// The one encoding of the public key that is accepted.
    public var keyEncoding: KeyEncoding

    /// The one encoding of the signature that is accepted.
    public var signatureEncoding: SignatureEncoding

    /// The one form of the challenge over which a signature is accepted.
    public var signedForm: SignedForm

    /// How many inclusion hashes a proof may have.
    ///
    /// Apple's devices usually send 5. No proof has more than 32.
    public var depths: ClosedRange<Int>

    /// Makes a policy.
    public init(
        keyEncoding: KeyEncoding = .x963,
        signatureEncoding: SignatureEncoding = .der,
        signedForm: SignedForm = .challenge,
        depths: ClosedRange<Int> = 0...32
    ) {
        self.keyEncoding = keyEncoding
        self.signatureEncoding = signatureEncoding
        self.signedForm = signedForm
        self.depths = depths
    }

    /// What Apple's devices send: x9.63 keys, DER signatures over the challenge itself, and at most 32 inclusion
    /// hashes.
    public static let standard = IdentityProofPolicy()
}
