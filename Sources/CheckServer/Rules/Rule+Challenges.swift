import CollaborationCore
import Foundation

/// For whom a challenge is good, how often and how long.
extension Rule {
    static let challenges: [Rule] = [
        Rule("No two challenges are the same, and none has fewer than 16 bytes.") { scene in
            var challenges: Set<Data> = []
            for _ in 0..<4 { challenges.insert(try await scene.challenge()) }
            guard challenges.count == 4, challenges.allSatisfy({ $0.count >= 16 }) else {
                let came = challenges.map { $0.base64EncodedString() }
                throw Failure("four requests for a challenge", "four of 16 bytes or more", came)
            }
        },
        Rule("A challenge is issued also for a collaboration that does not exist.") { scene in
            _ = try await Scene(scene.session, document: "none-such").challenge()
        },
        Rule("A proof that comes a second time is refused, and takes no access away.") { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = scene.prove(try await scene.proof())
            try await scene.expect(.success, proof, "bob's proof")
            try await scene.expect(.refusal, proof, "the same proof again")
            try await scene.play(.reads(.bob))
        },
        Rule("A challenge is good once, also with another signature.") { scene in
            try await scene.play(.update(add: [.bob]))
            let challenge = try await scene.challenge()
            for (device, expected) in [Expected.success, .refusal].enumerated() {
                let proof = try await scene.proof(signing: challenge, device: device)
                try await scene.expect(expected, scene.prove(proof), "device \(device) signs one challenge")
            }
        },
        Rule("A challenge of another account is refused.") { scene in
            try await scene.play(.update(add: [.bob, .carol]))
            let challenge = try await scene.challenge(.bob)
            for person in [Invitee.carol, .bob] {
                let proof = scene.prove(try await scene.proof(of: person, signing: challenge), as: .carol)
                try await scene.expect(.refusal, proof, "carol sends bob's challenge, signed by \(person)")
            }
            try await scene.play(.readsNot(.carol))
        },
        Rule("A challenge of another collaboration is refused.") { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = try await scene.proof(signing: Scene(scene.session).challenge())
            try await scene.expect(.refusal, scene.prove(proof), "the challenge of another collaboration")
        },
        Rule("A challenge that was not issued, or that was changed, is refused.") { scene in
            try await scene.play(.update(add: [.bob]))
            let issued = try await scene.challenge()
            let random = Data(issued.map { _ in UInt8.random(in: 0...255) })
            var forged = [random, Data(), issued + [0], issued.dropLast()]
            // Of a challenge of this package: version, expiration, random bytes, collaboration, account, code.
            for offset in [0, 8, 24, 56, 88, 120] where offset < issued.count {
                forged.append(issued)
                forged[forged.count - 1][offset] ^= 1
            }
            for challenge in forged {
                let proof = try await scene.proof(signing: challenge)
                try await scene.expect(.refusal, scene.prove(proof), challenge.base64EncodedString())
            }
        },
        Rule("A challenge is refused after it has expired.") { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = try await scene.proof()
            let wait = Double(scene.session.settings.wait)
            let expiration = Challenge(data: proof.challenge).map {
                Date(timeIntervalSince1970: Double($0.milliseconds) / 1000)
            }
            let seconds = expiration.map { max($0.timeIntervalSinceNow, 0) + 1 } ?? wait
            guard wait > 0, seconds <= wait else {
                let known = expiration == nil ? "" : " Challenges are good for \(Int(seconds)) seconds."
                throw NotSeen(reason: "It was not waited for: see --wait.\(known)")
            }
            try await Task.sleep(for: .seconds(seconds))
            try await scene.expect(.refusal, scene.prove(proof), "a proof after \(Int(seconds)) seconds")
        },
    ]
}
