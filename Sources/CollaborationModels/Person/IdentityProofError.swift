/// The rule that a proof of an identity breaks.
///
/// The raw values are the reasons of the wire format. A verification stops at the first rule broken, in the
/// order of the cases. Only a policy that narrows the depths changes it: it is asked when a proof is
/// verified, after the hashes were looked at.
public enum IdentityProofError: String, Error, Hashable, Sendable, CaseIterable {
    /// The index of the public key is not in 0 ..< 2^(number of inclusion hashes).
    case publicKeyIndexOutOfRange

    /// There are more inclusion hashes than 32, or than the policy allows.
    case inclusionPathTooLong

    /// There are fewer inclusion hashes than the policy demands. The standard policy demands none.
    case inclusionPathTooShort

    /// An inclusion hash is not 32 bytes.
    case malformedInclusionHash

    /// The public key is not a point of P-256 in the encoding of the policy.
    case malformedPublicKey

    /// The signature is not one in the encoding of the policy.
    case malformedSignature

    /// The signature is not the public key's over the challenge.
    case signatureMismatch

    /// The proven identity is none of the known ones.
    case unknownIdentity
}
