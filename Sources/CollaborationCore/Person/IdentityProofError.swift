/// The rule that a proof of an identity breaks.
///
/// The raw values are the reasons of the wire format. A verification stops at the first broken rule, in the
/// order of the cases. There is one exception: an ``IdentityProofPolicy`` with a narrower range of depths is
/// applied when a proof is verified, after the lengths of the hashes were checked.
public enum IdentityProofError: String, Error, Hashable, Sendable, CaseIterable {
    /// There is neither a key nor an inclusion hash: the device has no proof yet.
    ///
    /// A device that was added after the invitation sends such a proof. The app can try again later.
    case emptyProof

    /// The index of the public key is not in 0 ..< 2^(number of inclusion hashes).
    case publicKeyIndexOutOfRange

    /// There are more than 32 inclusion hashes, or more than the policy allows.
    case inclusionPathTooLong

    /// There are fewer inclusion hashes than the policy requires. The standard policy requires none.
    case inclusionPathTooShort

    /// An inclusion hash is not 32 bytes long.
    case malformedInclusionHash

    /// The public key is not a point of P-256 in the encoding of the policy.
    case malformedPublicKey

    /// The signature is not in the encoding of the policy, or r or s is not in 1 ..< n.
    case malformedSignature

    /// The signature does not verify with the public key over the challenge.
    case signatureMismatch
}

extension IdentityProofError: CustomStringConvertible {
    /// The name of the rule, also within an error that has this one inside.
    public var description: String { rawValue }
}
