import CollaborationCrypto
import CollaborationCore
import CollaborationTesting
import Foundation

/// Keys that are made once, since making one takes longer than verifying a signature.
struct Pool {
    static let shared = Pool()

    let keys: [SigningKey]

    private init() {
        var generator = SeededGenerator("fuzzed proofs")
        keys = (0..<4).map { _ in SigningKey(using: &generator) }
    }
}

extension SigningKey {
    /// The public key in the encoding of a leaf.
    func leaf(isCompressed: Bool) -> Data {
        guard isCompressed,
            let key = try? P256.Signing.PublicKey(x963Representation: publicKey)
        else { return publicKey }
        return Data(key.compressedRepresentation)
    }
}
