import BigInt
import Foundation
import RawSigning

/// Proofs of every right form, which are accepted.
extension Rule {
    static let paths: [Rule] = [
        Rule("path.length", "A path of 0 to 32 hashes is accepted, at every index of the tree.") { scene in
            for depth in [0, 1, 6, 9, 20, 31, 32] {
                try await scene.expect(.success, MadeProof(depth: depth), "\(depth) hashes, the last leaf")
            }
            for depth in [5, 32] {
                let half = UInt64(1) << UInt64(depth - 1)
                for position in [half - 1, half, 2 * half - 1] {
                    let proof = MadeProof(depth: depth, fromTheEnd: position)
                    try await scene.expect(.success, proof, "\(depth) hashes, index \(proof.index)")
                }
            }
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
                let update = scene.updateText(add: [made.root.base64EncodedString()])
                try await scene.expect(.success, scene.update(update), "alice invites a root hash")
                let signature = key.signature(forDigest: MadeProof.hash(challenge), k: k)
                let proof = made.signed(challenge).with(\.signature, signature)
                try await scene.expect(.success, scene.prove(proof), "a signature of \(signature.count) bytes")
            }
        },
        Rule("message.unknown", "Unknown members are ignored, and the order of members does not count.") { scene in
            let later = #"{"later":[{"x":null,"é":-0},1e999,"\u0000"],"#
            let update =
                later
                + scene.updateText(add: [scene.rootHash(.bob)]).dropFirst()
                .replacing(#"{"rootHash""#, with: #"{"later":{"rootHash":7},"rootHash""#)
            try await scene.expect(.success, scene.update(update), "an update with an unknown member")
            let proof = try await scene.proof().json.dropFirst().dropLast()
            let parts = proof.split(separator: ",", maxSplits: 1)
            let turned = scene.call(.proof, .bob, " \(later)\n\(parts[1]),\t\(parts[0])}\r\n")
            try await scene.expect(.success, turned, "a proof with an unknown member, in another order")
        },
        Rule("grammar.escapes", "A text may have escapes and spaces wherever JSON has them.") { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = try await scene.proof().json
                .replacing(#""publicKeyIndex":0"#, with: "\n \"public\\u004BeyIndex\"\t:\r 0 ")
                .replacing("/", with: "\\/")
            try await scene.expect(.success, scene.call(.proof, .bob, proof), "escaped slashes and letters")
        },
        Rule("http.type", "A body is read as JSON whatever its type says.") { scene in
            try await scene.play(.update(add: [.bob, .bobAgain(1)]))
            for (person, type) in [(Invitee.bob, "text/plain"), (.bobAgain(1), "application/octet-stream")] {
                var call = scene.prove(try await scene.proof(of: person))
                call.headers["Content-Type"] = type
                try await scene.expect(.success, call, "a proof of the type \(type)")
            }
        },
    ]
}
