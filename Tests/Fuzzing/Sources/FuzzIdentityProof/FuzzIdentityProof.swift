import CollaborationCore
import Foundation
import Fuzzing
import ProofOracle

/// The bytes choose a valid proof, changes to it, and the policy of its verification.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = unsafe FuzzedBytes(start: start, count: count)
    let policy = IdentityProofPolicy(from: &bytes)
    let honest = HonestProof(from: &bytes, policy: policy)
    var parts = honest.parts
    while !bytes.isEmpty { parts.change(by: &bytes, pool: Pool.shared) }

    let expected = parts.verdict(policy: policy)
    check(
        parts != honest.parts || expected == .success(honest.root) || !honest.isWithin(policy),
        "swift-crypto verifies a proof that was not changed",
        "\(expected)"
    )
    let found = verdict(on: parts, policy: policy)
    check(
        found == expected,
        "a proof verifies if and only if it does with swift-crypto",
        "\(found), \(expected)"
    )
    return 0
}

/// The verdict of this package on the parts.
private func verdict(
    on parts: PlainRequest,
    policy: IdentityProofPolicy
) -> Result<Data, IdentityProofError> {
    do throws(IdentityProofError) {
        let proof = try parts.proof.signedIdentityProof
        check(
            proof.publicKey == parts.proof.publicKey && proof.publicKeyIndex == parts.proof.publicKeyIndex
                && proof.inclusionHashes == parts.proof.inclusionHashes,
            "a proof holds the parts it was made of"
        )
        return .success(try proof.verifiedIdentity(signing: parts.challenge, policy: policy).rootHash)
    } catch {
        return .failure(error)
    }
}

extension IdentityProofPolicy {
    /// A policy of which the standard one is the simplest.
    fileprivate init(from bytes: inout FuzzedBytes) {
        self.init(
            keyEncoding: bytes.bool() ? .compressed : .x963,
            signatureEncoding: bytes.bool() ? .raw : .der
        )
        guard bytes.bool() else { return }
        let least = bytes.number(in: 0...8)
        depths = least...least + bytes.number(in: 0...8)
    }
}
