import CollaborationCrypto
import Foundation

/// Which keys are refused, also where the tree is over the bytes that were sent.
extension Rule {
    static let keys: [Rule] = [
        Rule("key.form", "A key that is not an uncompressed point of 65 bytes is refused.") { scene in
            try await scene.refuse { proof in try forms(of: proof.publicKey).map { ($0, proof.with(\.publicKey, $1)) } }
        },
        Rule("key.leaf", "A leaf over another form of the key gives no identity.") { scene in
            for index in try forms(of: MadeProof(depth: 1).publicKey).indices {
                var proof = MadeProof(depth: 5, fromTheEnd: 7)
                let (what, bytes) = try forms(of: proof.publicKey)[index]
                proof.publicKey = bytes
                try await scene.expect(.refusal, proof, "\(what), of whose bytes the hash is the leaf")
            }
            try await scene.expect(.success, MadeProof(depth: 5, fromTheEnd: 7), "the key in its own form")
        },
        Rule("key.other-leaf", "A key of 65 bytes proves nothing for a leaf over another form of it.") { scene in
            for index in try forms(of: MadeProof(depth: 1).publicKey).indices {
                let proof = MadeProof(depth: 5)
                let (what, bytes) = try forms(of: proof.publicKey)[index]
                var other = proof
                other.publicKey = bytes
                try await scene.expect(.refusal, proof, invited: other.root, "the leaf is the hash of \(what)")
            }
            try await scene.expect(.success, MadeProof(depth: 5), "the leaf is the hash of the 65 bytes")
        },
    ]

    /// The key in other forms, and bytes that are near to it.
    private static func forms(of x963: Data) throws -> [(String, Data)] {
        let key = try P256.Signing.PublicKey(x963Representation: x963)
        let raw = key.rawRepresentation
        let forms: [(String, [UInt8])] = [
            ("a key in compressed form", key.compressedRepresentation), ("a key of 64 bytes", raw),
            ("a key in DER", key.derRepresentation), ("a key in hybrid form", [6 | raw[63] & 1] + raw),
            ("a key with the first byte 5", [5] + raw), ("a key with the first byte 0", [0] + raw),
            ("a key with a byte behind", [4] + raw + [0]), ("a key without its last byte", [4] + raw.dropLast()),
            ("a key that is not on the curve", [4] + raw.dropLast() + [raw[63] ^ 1]),
            ("a byte of zero", [0]), ("no key", []),
        ]
        return forms.map { ($0, Data($1)) }
    }
}
