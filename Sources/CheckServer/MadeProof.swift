import CollaborationCore
import CollaborationCrypto
import CollaborationTesting
import Foundation

/// A proof by a key and a path of a rule's own, and the root hash that is invited for it.
///
/// The root is computed as the specification says, from whatever bytes the rule takes for the leaf and the hashes, so that a
/// server that accepts other bytes finds its identity invited.
struct MadeProof {
    let key: SigningKey
    var publicKey: Data
    var index: UInt64
    var hashes: [Data]

    /// The devices of one person, at index 0 and 1.
    static func pair() -> [MadeProof] {
        var pair = [MadeProof(depth: 5, fromTheEnd: 31), MadeProof(depth: 5, fromTheEnd: 30)]
        pair[1].hashes = [hash(pair[0].publicKey)] + pair[0].hashes.dropFirst()
        pair[0].hashes[0] = hash(pair[1].publicKey)
        return pair
    }

    /// A path of random hashes, at the last leaf but some.
    init(depth: Int, fromTheEnd position: UInt64 = 0, key: SigningKey? = nil) {
        var random = SystemRandomNumberGenerator()
        let key = key ?? SigningKey(using: &random)
        self.key = key
        publicKey = key.publicKey
        index = UInt64(1) << UInt64(min(depth, 63)) - 1 - position
        hashes = (0..<depth).map { _ in Self.random(32) }
    }

    /// The proof of the key for which a signature over a challenge has these k and s, and that signature.
    ///
    /// It solves s = (e + r·d) / k for d, since few keys give short numbers.
    static func signing(_ challenge: Data, k: UInt16, s: Data) -> (MadeProof, Data)? {
        let e = Scalar(reducing: SHA256.hash(data: challenge))
        let k = Scalar(bigEndian: Array(repeating: 0, count: 30) + [UInt8(k >> 8), UInt8(k & 255)])
        // n - 1, which negates e.
        let minusOne = Scalar(bigEndian: order.dropLast() + [order[31] - 1])
        guard let k, let r = k.timesGenerator.map(Scalar.init(xOf:)),
            let number = Scalar(bigEndian: Array(s)),
            let minusOne,
            let key = SigningKey(rawRepresentation: ((number * k + e * minusOne) * r.inverse).bigEndianBytes),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: r.bigEndianBytes + s)
        else { return nil }
        return (MadeProof(depth: 5, key: key), Data(signature.derRepresentation))
    }

    /// The order of P-256 (FIPS 186-5), 32 bytes.
    static let order: [UInt8] = [
        0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]

    /// The nodes from the leaf to the root.
    var nodes: [Data] {
        var nodes = [Self.hash(publicKey)]
        for (level, sibling) in hashes.enumerated() {
            let node = nodes[level]
            nodes.append(Self.hash(index >> UInt64(level) & 1 == 0 ? node + sibling : sibling + node))
        }
        return nodes
    }

    var root: Data { nodes[nodes.count - 1] }

    static func random(_ count: Int) -> Data { Data((0..<count).map { _ in UInt8.random(in: 0...255) }) }

    static func hash(_ bytes: Data) -> Data { Data(SHA256.hash(data: bytes)) }

    func signed(_ challenge: Data) -> ProofText {
        ProofText(
            challenge: challenge,
            publicKey: publicKey,
            index: String(index),
            hashes: hashes,
            signature: key.signature(for: challenge)
        )
    }
}

extension Scene {
    /// Invites the root of a proof, or another one, and sends the proof as Bob.
    func expect(_ expected: Expected, _ proof: MadeProof, invited root: Data? = nil, _ what: String) async throws {
        let update = updateText(add: [(root ?? proof.root).base64EncodedString()])
        try await expect(.success, self.update(update), "alice invites a root hash")
        try await expect(expected, prove(proof.signed(challenge())), what)
    }
}
