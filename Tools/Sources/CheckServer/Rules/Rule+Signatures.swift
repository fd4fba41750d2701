import BigInt
import CollaborationCrypto
import Foundation
import RawSigning
import ToolSupport

/// Which keys and signatures are refused: keys also where the tree is over the bytes that were sent.
extension Rule {
    static let signatures: [Rule] = [
        Rule("key.form", "A key that is not an uncompressed point of 65 bytes is refused.") { scene in
            try await scene.refuse { proof in try forms(of: proof.publicKey).map { ($0, proof.with(\.publicKey, $1)) } }
            // Two times a point with this y is none: where nobody checks it, each second signature for it is valid.
            let key = RawKey(offCurve: [4, 0] + MadeProof.random(31) + Data(count: 32))
            for _ in 0..<8 { try await scene.expect(.refusal, MadeProof(depth: 5, key: key), "a key whose y is zero") }
        },
        Rule("key.zero", "A key is accepted whose x or y begins with a byte of zero.") { scene in
            for (what, number) in [("x", 379), ("y", 43)] as [(String, BigUInt)] {
                let proof = MadeProof(depth: 5, key: RawKey(number))
                try await scene.expect(.success, proof, "a key whose \(what) begins with a byte of zero")
            }
        },
        Rule("key.leaf", "A leaf over another form of the key gives no identity.") { scene in
            for index in try forms(of: MadeProof(depth: 1).publicKey).indices {
                let proof = MadeProof(depth: 5, fromTheEnd: 7)
                let (what, bytes) = try forms(of: proof.publicKey)[index]
                let sent = proof.with(\.publicKey, bytes)
                try await scene.expect(.refusal, sent, "\(what), of whose bytes the hash is the leaf")
            }
            try await scene.expect(.success, MadeProof(depth: 5, fromTheEnd: 7), "the key in its own form")
        },
        Rule("key.other-leaf", "A key of 65 bytes proves nothing for a leaf over another form of it.") { scene in
            for index in try forms(of: MadeProof(depth: 1).publicKey).indices {
                let proof = MadeProof(depth: 5)
                let (what, bytes) = try forms(of: proof.publicKey)[index]
                let root = proof.with(\.publicKey, bytes).root
                try await scene.expect(.refusal, proof, invited: root, "the leaf is the hash of \(what)")
            }
            try await scene.expect(.success, MadeProof(depth: 5), "the leaf is the hash of the 65 bytes")
        },
        Rule("signature.high-s", "A signature is accepted with a high s and with a low one.") { scene in
            try await scene.play(.update(add: [.bob]))
            for isHigh in [false, true] {
                var proof = try await scene.proof()
                while try (proof.rawSignature[32] > 127) != isHigh { proof = try await scene.proof() }
                try await scene.expect(.success, scene.prove(proof), "a \(isHigh ? "high" : "low") s")
            }
        },
        Rule("signature.short", "A signature is accepted whose r or s has fewer than 32 bytes.") { scene in
            // Numbers k for which r has 32 bytes, the first of them above 127 or not, and 31 bytes.
            for (k, count) in [(4, 31), (4, 30), (2, 26), (379, 32), (833, 32), (379, 20), (4, 1)] as [(BigUInt, Int)] {
                let challenge = try await scene.challenge()
                let s = BigUInt(Data(1...UInt8(count)))
                guard let key = RawKey(signing: MadeProof.hash(challenge), k: k, s: s) else { continue }
                let made = MadeProof(depth: 5, key: key)
                try await scene.invite(made.root)
                let signature = key.signature(forDigest: MadeProof.hash(challenge), k: k)
                let proof = made.signed(challenge).with(\.signature, signature)
                try await scene.expect(.success, scene.prove(proof), "a signature of \(signature.count) bytes")
            }
        },
        Rule("signature.bytes", "A signature over anything but the bytes of the challenge is refused.") { scene in
            try await scene.refuse { proof in
                let challenge = proof.challenge
                let base64 = challenge.base64EncodedString()
                let url = base64.replacing("+", with: "-").replacing("/", with: "_").filter { $0 != "=" }
                let hash = MadeProof.hash(challenge)
                let hexadecimal = challenge.hexadecimal
                let texts: [(String, Data)] = [
                    ("a hash of the challenge", hash), ("the challenge in base64", Data(base64.utf8)),
                    ("hexadecimal", Data(hexadecimal.utf8)), ("upper case", Data(hexadecimal.uppercased().utf8)),
                    ("the challenge in base64url", Data(url.utf8)), ("nothing", Data()),
                    ("base64 without padding", Data(base64.filter { $0 != "=" }.utf8)),
                    ("the text of the message", Data(#"{"challenge":"\#(base64)"}"#.utf8)),
                    ("a hash in hexadecimal", Data(hash.hexadecimal.utf8)),
                    ("half of the challenge", challenge.prefix(challenge.count / 2)),
                    ("the challenge and the key", challenge + proof.publicKey),
                    ("the key and the challenge", proof.publicKey + challenge),
                    ("the identifier", Data(scene.collaboration.utf8)), ("the key", proof.publicKey),
                ]
                var changed: [(String, ProofText)] = []
                for (what, text) in texts {
                    let other = try await scene.proof(signing: text)
                    changed.append(("a signature over \(what)", proof.with(\.signature, other.signature)))
                }
                // ECDSA takes the first 256 bits of a hash that has more.
                let key = scene.session.people.devices(of: .bob, in: scene.collaboration)[0].key
                for (what, digest) in [("384", SHA512.hash384(challenge)), ("512", SHA512.hash(challenge))] {
                    let signature = key.signature(forDigest: digest)
                    changed.append(("a signature with SHA-\(what)", proof.with(\.signature, signature)))
                }
                return changed
            }
        },
        Rule("signature.key", "A signature by another key is refused.") { scene in
            try await scene.refuse { proof in
                let stranger = RawKey().signature(for: proof.challenge)
                let laptop = try await scene.proof(signing: proof.challenge, device: 1).signature
                return [("a stranger's key", stranger), ("the key of bob's other device", laptop)].map {
                    ($0, proof.with(\.signature, $1))
                }
            }
        },
        Rule("signature.der", "A signature that is not strict DER, or has r or s out of range, is refused.") { scene in
            try await scene.refuse { proof in
                var proof = proof
                // Without the zero in front this r is negative.
                while try proof.rawSignature[0] < 128 { proof = try await scene.proof() }
                let raw = try proof.rawSignature
                let (r, s) = (Array(raw[..<32]), Array(raw[32...]))
                func integer(_ bytes: [UInt8], tag: UInt8 = 2) -> [UInt8] {
                    var bytes = Array(bytes.drop { $0 == 0 })
                    if bytes.isEmpty || bytes[0] > 127 { bytes.insert(0, at: 0) }
                    return [tag, UInt8(bytes.count)] + bytes
                }
                func sequence(_ parts: [UInt8], tag: UInt8 = 48) -> [UInt8] { [tag, UInt8(parts.count)] + parts }
                let (first, second) = (integer(r), integer(s))
                let all = first + second
                let padded = [2, UInt8(first.count - 1), 0] + first.dropFirst(2)
                let signatures: [(String, [UInt8])] = [
                    ("no signature", []), ("r and s in 64 bytes", raw), ("64 bytes in a sequence", sequence(raw)),
                    ("one more byte", sequence(all) + [0]), ("one byte too few", sequence(all).dropLast()),
                    ("a third integer", sequence(all + [2, 1, 1])), ("r alone", sequence(first)),
                    ("a byte within the sequence behind s", sequence(all + [0])),
                    ("the length of the sequence, one too large", [48, UInt8(all.count + 1)] + all),
                    ("the length of the sequence, one too small", [48, UInt8(all.count - 1)] + all),
                    ("the length of the sequence in two bytes", [48, 129, UInt8(all.count)] + all),
                    ("an indefinite length", [48, 128] + all + [0, 0]),
                    ("the length of r in two bytes", sequence([2, 129] + first.dropFirst() + second)),
                    ("r with one more zero", sequence(padded + second)),
                    ("a negative r", sequence([2, 32] + r + second)),
                    ("a set in place of a sequence", sequence(all, tag: 49)),
                    ("a context tag in place of a sequence", sequence(all, tag: 160)),
                    ("an octet string in place of r", sequence(integer(r, tag: 4) + second)),
                    ("an enumeration in place of s", sequence(first + integer(s, tag: 10))),
                    ("r of zero", sequence([2, 1, 0] + second)), ("s of zero", sequence(first + [2, 1, 0])),
                    ("r and s of zero", sequence([2, 1, 0, 2, 1, 0])),
                    ("an empty s", sequence(first + [2, 0])), ("s and r exchanged", sequence(second + first)),
                    ("s + n", sequence(first + integer(plusOrder(s)))),
                    ("r + n", sequence(integer(plusOrder(r)) + second)),
                    ("s of n", sequence(first + integer(Array(RawKey.order.serialize())))),
                    ("base64 of the signature", Array(proof.signature.base64EncodedString().utf8)),
                ]
                return signatures.map { ($0, proof.with(\.signature, Data($1))) }
            }
        },
    ]

    private static func plusOrder(_ number: [UInt8]) -> [UInt8] {
        Array((BigUInt(Data(number)) + RawKey.order).serialize())
    }

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
            ("a byte of zero", [0]), ("no key", []), ("a key of 2,000 bytes", Array(repeating: 4, count: 2_000)),
        ]
        return forms.map { ($0, Data($1)) }
    }
}
