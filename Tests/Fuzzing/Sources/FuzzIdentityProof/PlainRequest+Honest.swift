import CollaborationCore
import CollaborationCrypto
import CollaborationTesting
import Foundation
import Fuzzing
import ProofOracle

extension PlainRequest {
    /// Keys that are made once, since making one takes longer than verifying a signature.
    private static let keys: [SigningKey] = {
        var generator = SeededGenerator("fuzzed proofs")
        return (0..<4).map { _ in SigningKey(using: &generator) }
    }()

    /// A valid request in the encodings of a policy, of any depth.
    init(from bytes: inout FuzzedBytes, policy: IdentityProofPolicy) {
        let key = bytes.element(of: Self.keys)
        let depth = bytes.number(in: 0...8)
        let index = bytes.number(in: 0...(1 << depth) - 1)
        let challenge = Data(bytes.bytes(atMost: bytes.number(in: 0...40)))
        let proof = Proof(
            publicKey: key.publicKey,
            publicKeyIndex: index,
            inclusionHashes: (0..<depth).map { Data(repeating: UInt8($0), count: 32) },
            signatureData: key.signature(for: challenge)
        )
        self.init(challenge: challenge, proof: proof)
        if policy.keyEncoding == .compressed { compressKey() }
        if policy.signatureEncoding == .raw { makeSignatureRaw() }
    }

    /// Takes the key or the signature of another device.
    mutating func replacePart(by bytes: inout FuzzedBytes) {
        let key = bytes.element(of: Self.keys)
        if bytes.bool() {
            proof.publicKey = key.publicKey
        } else {
            proof.signatureData = key.signature(for: challenge)
        }
    }

    /// Writes the key in its compressed form, if it is one in the long form.
    mutating func compressKey() {
        guard let key = try? P256.Signing.PublicKey(x963Representation: proof.publicKey) else { return }
        proof.publicKey = Data(key.compressedRepresentation)
    }

    mutating func makeSignatureRaw() {
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: proof.signatureData) else { return }
        proof.signatureData = Data(signature.rawRepresentation)
    }
}
