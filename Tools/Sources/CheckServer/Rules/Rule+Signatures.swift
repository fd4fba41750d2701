import BigInt
import CollaborationCore
import Foundation
import RawSigning

/// Which signatures are refused.
extension Rule {
    static let signatures: [Rule] = [
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
                let negative = [2, 32, r[0] | 128] + r.dropFirst()
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
                    ("r with one more zero", sequence(padded + second)), ("a negative r", sequence(negative + second)),
                    ("a set in place of a sequence", sequence(all, tag: 49)),
                    ("a context tag in place of a sequence", sequence(all, tag: 160)),
                    ("an octet string in place of r", sequence(integer(r, tag: 4) + second)),
                    ("an enumeration in place of s", sequence(first + integer(s, tag: 10))),
                    ("r of zero", sequence([2, 1, 0] + second)), ("s of zero", sequence(first + [2, 1, 0])),
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
}
