import CollaborationCore
import CollaborationCrypto
import Foundation

/// Which proofs of the right types are refused.
extension Rule {
    static let proofs: [Rule] = [
        Rule("A signature over anything but the bytes of the challenge is refused.") { scene in
            try await scene.refuse { proof in
                var changed: [(String, ProofText)] = []
                for form in IdentityProofPolicy.SignedForm.allCases.dropFirst() {
                    let other = try await scene.proof(signing: form.bytes(of: proof.challenge))
                    changed.append(("a signature over \(form)", proof.with(\.signature, other.signature)))
                }
                return changed
            }
        },
        Rule("A signature that is not strict DER is refused.") { scene in
            try await scene.refuse { proof in
                let der = [UInt8](proof.signature)
                let signatures = [
                    ("no signature", []), ("a signature of 64 bytes", try proof.rawSignature),
                    ("one more byte", der + [0]),
                    ("a length in two bytes", [48, 129, der[1]] + der.dropFirst(2)),
                    ("r with one more zero", [48, der[1] + 1, 2, der[3] + 1, 0] + der.dropFirst(4)),
                ]
                return signatures.map { ($0, proof.with(\.signature, Data($1))) }
            }
        },
        Rule("A signature is accepted with a high s and with a low one.") { scene in
            try await scene.play(.update(add: [.bob]))
            for isHigh in [false, true] {
                var proof = try await scene.proof()
                while try (proof.rawSignature[32] > 127) != isHigh { proof = try await scene.proof() }
                try await scene.expect(.success, scene.prove(proof), "a \(isHigh ? "high" : "low") s")
            }
        },
        Rule("A key that is not an uncompressed point of 65 bytes is refused.") { scene in
            try await scene.refuse { proof in
                let key = try P256.Signing.PublicKey(x963Representation: proof.publicKey)
                let raw = key.rawRepresentation
                let keys = [
                    ("a key in compressed form", key.compressedRepresentation), ("a key of 64 bytes", raw),
                    ("a key in DER", key.derRepresentation),
                    ("a key in hybrid form", [6 | raw[63] & 1] + raw),
                    ("a key that is not on the curve", [4] + raw.dropLast() + [raw[63] ^ 1]),
                ]
                return keys.map { ($0, proof.with(\.publicKey, Data($1))) }
            }
        },
        Rule("A tree over another encoding of the key gives no identity.") { scene in
            var proof = try await scene.proof()
            let key = try P256.Signing.PublicKey(x963Representation: proof.publicKey)
            proof.publicKey = Data(key.compressedRepresentation)
            let policy = IdentityProofPolicy(keyEncoding: .compressed)
            let root = try proof.path.rootHash(policy: policy).base64EncodedString()
            try await scene.expect(
                .success,
                scene.update(scene.updateText(add: [root])),
                "alice adds its root"
            )
            try await scene.expect(
                .refusal,
                scene.prove(proof),
                "a leaf that is the hash of a compressed key"
            )
        },
        Rule("An index beyond the leaves of the tree is refused.") { scene in
            try await scene.refuse { proof in
                let indexes = ["-1", "32", "4294967296", "18446744073709551616"]
                return indexes.map { ("index \($0)", proof.with(\.index, $0)) }
            }
        },
        Rule("A path that does not lead from the key to an invited root hash is refused.") { scene in
            try await scene.refuse { proof in
                let hashes = proof.hashes
                let paths = [
                    ("from root to leaf", hashes.reversed()), ("without the last hash", hashes.dropLast()),
                    ("without hashes", []), ("of 33 hashes", hashes + Array(repeating: hashes[0], count: 28)),
                    ("with a hash of 31 bytes", hashes.dropLast() + [hashes[4].dropLast()]),
                    ("with another hash", [hashes[1]] + hashes.dropFirst()),
                ]
                let neighbor = ("the index of the neighbor", proof.with(\.index, "1"))
                return paths.map { ("a path \($0)", proof.with(\.hashes, Array($1))) } + [neighbor]
            }
        },
        Rule("An empty proof is refused like any other.") { scene in
            try await scene.refuse { proof in
                [("no key and no hashes", proof.with(\.hashes, []).with(\.publicKey, Data()))]
            }
        },
        Rule("Root hashes in the message of a proof are not believed.") { scene in
            let own = #"{"knownRootHashes":["\#(try scene.rootHash(.carol))"],"#
            let proof = scene.prove(own + (try await scene.proof(of: .carol).json.dropFirst()), as: .carol)
            try await scene.expect(.refusal, proof, "a proof with a root hash of its own")
        },
    ]
}

extension Scene {
    /// Invites Bob, and expects that variations of his proof are refused, each over a challenge of its own.
    fileprivate func refuse(_ variations: (ProofText) async throws -> [(String, ProofText)]) async throws {
        try await play(.update(add: [.bob]))
        for index in try await variations(proof()).indices {
            let (what, proof) = try await variations(proof())[index]
            try await expect(.refusal, prove(proof), what)
        }
        try await play(.readsNot(.bob))
    }
}

extension ProofText {
    /// r and s, 64 bytes.
    fileprivate var rawSignature: [UInt8] {
        get throws { try P256.Signing.ECDSASignature(derRepresentation: signature).rawRepresentation }
    }

    /// The proof without its signature, at index 0.
    fileprivate var path: Person.IdentityProof {
        get throws { try .init(publicKey: publicKey, publicKeyIndex: 0, inclusionHashes: hashes) }
    }
}
