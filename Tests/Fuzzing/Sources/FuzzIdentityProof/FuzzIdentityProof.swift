import CollaborationCore
import Foundation
import Fuzzing
import ProofOracle

/// The bytes choose the policy of the verification, a valid proof, and changes to it.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = unsafe FuzzedBytes(start: start, count: count)
    let policy = IdentityProofPolicy(from: &bytes)
    let honest = PlainRequest(from: &bytes, policy: policy)
    var request = honest
    while !bytes.isEmpty { request.change(by: &bytes) }

    let expected = request.answer(policy: policy)
    check(
        request != honest || expected == .granted(honest.proof.root)
            || !policy.depths.contains(honest.proof.inclusionHashes.count),
        "swift-crypto verifies a proof that was not changed",
        "\(expected)"
    )
    let found = answer(to: request, policy: policy)
    check(found == expected, "a proof verifies if and only if it does with swift-crypto", "\(found), \(expected)")
    return 0
}

/// The answer of this package.
private func answer(to request: PlainRequest, policy: IdentityProofPolicy) -> Answer {
    do throws(IdentityProofError) {
        let proof = Person.SignedIdentityProof(
            personIdentityProof: try Person.IdentityProof(
                publicKey: request.proof.publicKey,
                publicKeyIndex: request.proof.publicKeyIndex,
                inclusionHashes: request.proof.inclusionHashes
            ),
            signatureData: request.proof.signatureData
        )
        check(
            proof.publicKey == request.proof.publicKey && proof.publicKeyIndex == request.proof.publicKeyIndex
                && proof.inclusionHashes == request.proof.inclusionHashes,
            "a proof holds the parts it was made of"
        )
        return .granted(try proof.verifiedIdentity(signing: request.challenge, policy: policy).rootHash)
    } catch {
        return .denied(error)
    }
}

extension IdentityProofPolicy {
    /// A policy of which the standard one is the simplest.
    fileprivate init(from bytes: inout FuzzedBytes) {
        self.init(keyEncoding: bytes.bool() ? .compressed : .x963, signatureEncoding: bytes.bool() ? .raw : .der)
        guard bytes.bool() else { return }
        let least = bytes.number(in: 0...8)
        depths = least...least + bytes.number(in: 0...8)
    }
}
