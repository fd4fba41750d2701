import Foundation
import ToolSupport

/// For whom a challenge is good, how often and how long.
extension Rule {
    static let challenges: [Rule] = [
        Rule("challenge.random", "No two challenges are the same, and 16 bytes or more of each are random.") { scene in
            for scene in [scene, scene.missing] {
                var challenges: [Data] = []
                for _ in 0..<8 { challenges.append(try await scene.challenge()) }
                let count = challenges[0].count
                let random = (0..<count).count { offset in
                    Set(challenges.map { $0.count > offset ? $0[offset] : 0 }).count >= 5
                }
                let isRight = challenges.allSatisfy { $0.count == count } && random >= 16
                let came = challenges.map { $0.base64EncodedString() }
                try require(isRight, "eight requests for a challenge", "16 bytes that differ each time", came)
            }
        },
        Rule("challenge.unknown", "A challenge of a collaboration that does not exist looks like any other.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            var challenges: [Account: [Data]] = [:]
            // In turn, since a byte of a time is the same for a while.
            for scene in [scene, scene.missing, scene, scene.missing, scene, scene.missing] {
                for account in Account.allCases {
                    let challenge = try await scene.challenge(account)
                    challenges[account, default: []].append(challenge)
                    let isNamed = Account.allCases.contains { challenge.range(of: Data($0.rawValue.utf8)) != nil }
                    try require(!isNamed, "a challenge", "no account in it", challenge.base64EncodedString())
                }
            }
            let lengths = Set(challenges.values.joined().map(\.count)).sorted()
            try require(lengths.count == 1, "a challenge of each account", "as many bytes each", "\(lengths) bytes")
            for offset in 0..<lengths[0] {
                let values = challenges.values.map { Set($0.map { $0[offset] }) }
                let isRight = values.contains { $0.count > 1 } || Set(values).count == 1
                let came = "byte \(offset) is always the same for an account, and another one for another account"
                try require(isRight, "six challenges of each account", "nothing that tells whose they are", came)
            }
        },
        Rule("challenge.replay", "A proof that comes again is refused, at any later time, and takes no access away.") {
            scene in
            try await scene.play(.update(add: [.bob, .bobAgain(1)]))
            let proof = scene.prove(try await scene.proof())
            try await scene.expect(.success, proof, "bob's proof")
            try await scene.expect(.refusal, proof, "the same proof again")
            let second = scene.prove(try await scene.proof())
            try await scene.expect(.success, second, "another proof of bob, who has access")
            try await scene.expect(.refusal, second, "the same other proof again")
            for _ in 0..<40 { try await scene.play(.admit(.bob)) }
            try await scene.play(.update(add: [.alice]))
            let owners = scene.prove(try await scene.proof(of: .alice), as: .alice)
            try await scene.expect(.success, owners, "the owner's proof")
            try await scene.expect(.refusal, owners, "the owner's proof again")
            try await scene.expect(.refusal, proof, "the same proof after others")
            try await scene.expect(.success, scene.startAgain(.alice), "alice starts it again")
            try await scene.expect(.refusal, proof, "the same proof after a new start")
            if !scene.settings.lines.leave.isNone {
                try await scene.play(.does(.bob, .leave))
                for proof in [proof, second] { try await scene.expect(.refusal, proof, "the same proof after leaving") }
                try await scene.play(.readsNot(.bob), .admit(.bob))
            }
            try await scene.play(.reads(.bob), .update(remove: [.bobAgain(1)]))
            try await scene.expect(.refusal, proof, "the same proof after a removal")
            try await scene.play(.reads(.bob), .update(remove: [.bob]))
            try await scene.expect(.refusal, proof, "the same proof after bob's removal")
            try await scene.play(.readsNot(.bob))
        },
        Rule("challenge.once", "A challenge is good once, also with another signature or another identity.") { scene in
            try await scene.play(.update(add: [.bob, .bobAgain(1), .bobAgain(2)]))
            let challenge = try await scene.challenge()
            let first = try await scene.proof(signing: challenge)
            try await scene.expect(.success, scene.prove(first), "the first use")
            for (person, device) in [(Invitee.bob, 1), (.bobAgain(1), 0), (.bobAgain(2), 1)] {
                let proof = try await scene.proof(of: person, signing: challenge, device: device)
                try await scene.expect(.refusal, scene.prove(proof), "\(person) signs a used challenge")
                _ = try await scene.challenge()
            }
            try await scene.play(.update(remove: [.bob]), .readsNot(.bob))
            let again = try await scene.proof(of: .bobAgain(1), signing: challenge)
            try await scene.expect(.refusal, scene.prove(again), "the used challenge after a removal")
            try await scene.play(.readsNot(.bob), .admit(.bobAgain(1)))
        },
        Rule("challenge.account", "A challenge of another account is refused.") { scene in
            try await scene.play(.update(add: [.bob, .carol]))
            let challenge = try await scene.challenge(.bob)
            for person in [Invitee.carol, .bob] {
                let proof = scene.prove(try await scene.proof(of: person, signing: challenge), as: .carol)
                try await scene.expect(.refusal, proof, "carol sends bob's challenge, signed by \(person)")
            }
            try await scene.play(.readsNot(.carol))
            try await scene.expect(.success, scene.prove(scene.proof(signing: challenge)), "bob sends it himself")
        },
        Rule("challenge.collaboration", "A challenge of another collaboration is refused.") { scene in
            try await scene.play(.update(add: [.bob]))
            for other in [try await Scene(scene.session), scene.missing] {
                let proof = try await scene.proof(signing: other.challenge())
                try await scene.expect(.refusal, scene.prove(proof), "a challenge of \(other.collaboration)")
            }
            try await scene.play(.admit(.bob))
        },
        Rule("challenge.names", "A challenge is refused for other names that are the same text when joined.") { scene in
            guard scene.session.asksForTokens else { throw NotSeen("The tokens are given.", isAllowed: false) }
            let name = try scene.session.chosen(Session.newName)
            let pairs = [("ob", name + "b", name), ("bobx", name, "x" + name), ("bob", name.swappedCase, name)]
            for (account, its, bobs) in pairs {
                let token = try await scene.session.newToken(of: account).json("token")
                let (other, own) = try await (Scene(scene.session, name: its), Scene(scene.session, name: bobs))
                let proof = try await own.proof(signing: other.challenge(token: token))
                try await own.play(.update(add: [.bob]))
                try await own.expect(.refusal, own.prove(proof), "bob signs a challenge of \(account) for another name")
            }
        },
        Rule("challenge.issued", "A challenge that was not issued, or that was changed, is refused.") { scene in
            try await scene.play(.update(add: [.bob]))
            let issued = try await scene.challenge()
            let random = Data(issued.map { _ in UInt8.random(in: 0...255) })
            var forged = [random, Data(), issued + [0], issued.dropLast(), issued + issued]
            for offset in Set([0, 8, 15, 16, 24, 31, 56, 88, 120, issued.count - 1]) where offset < issued.count {
                forged.append(issued)
                forged[forged.count - 1][offset] ^= 1
            }
            for challenge in forged {
                let proof = try await scene.proof(signing: challenge)
                try await scene.expect(.refusal, scene.prove(proof), challenge.base64EncodedString())
            }
            let proof = try await scene.proof(signing: issued)
            try await scene.expect(.success, scene.prove(proof), "the challenge as it was issued")
        },
        Rule("challenge.forgotten", "A challenge is good after a hundred others of the account and of strangers.") {
            scene in
            try await scene.play(.update(add: [.bob]))
            let (first, asked) = (try await scene.challenge(), ContinuousClock.now)
            for number in 0..<10 {
                let account: Account = number % 3 == 0 ? .carol : .bob
                let calls = Array(repeating: scene.call(.challenge, account), count: 11)
                for answer in try await scene.sendAtOnce(calls) {
                    try scene.session.check(answer, .success, calls[0], "a challenge of \(account)")
                }
            }
            let proof = try await scene.proof(signing: first)
            do {
                try await scene.expect(.success, scene.prove(proof), "the challenge from before the others")
            } catch is Failure where .now - asked > .seconds(5) {
                throw NotSeen("The server took long for the others, and a challenge may have expired meanwhile.")
            }
        },
        Rule("challenge.others", "A challenge stays good while others are asked for, by the account and by a stranger.")
        {
            scene in
            try await scene.play(.update(add: [.bob, .bobAgain(1)]))
            let first = try await scene.challenge()
            for account in [Account.carol, .bob, .carol] { _ = try await scene.challenge(account) }
            let second = try await scene.challenge()
            for (person, challenge) in [(Invitee.bobAgain(1), second), (.bob, first)] {
                let proof = try await scene.proof(of: person, signing: challenge)
                try await scene.expect(.success, scene.prove(proof), "a challenge after others were asked for")
            }
        },
        Rule("challenge.refused", "A refused proof leaves the challenge as it is.") { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = try await scene.proof()
            try await scene.expect(.refusal, scene.prove(proof.with(\.index, "1")), "the index of the neighbor")
            try await scene.expect(.success, scene.prove(proof), "the same challenge, with the right index")
        },
        Rule("challenge.expiration", "A challenge is refused after it has expired.") { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = try await scene.proof()
            let wait = Double(scene.settings.wait)
            // A challenge of this project has 121 bytes, of which the second to the ninth say when it expires.
            let expiration =
                proof.challenge.count == 121 && proof.challenge[0] == 1
                ? Date(timeIntervalSince1970: proof.challenge[1..<9].reduce(0) { $0 * 256 + Double($1) } / 1000) : nil
            let seconds = expiration.map { max($0.timeIntervalSinceNow, 0) + 1 } ?? wait
            let known = expiration == nil ? "" : " Challenges are good for \(Int(seconds)) seconds."
            guard wait > 0, seconds <= wait else {
                throw NotSeen("It was not waited for: see --wait.\(known)", isAllowed: false)
            }
            // Until then its use must be remembered.
            let used = scene.prove(try await scene.proof())
            try await scene.expect(.success, used, "another proof")
            try await Task.sleep(for: .seconds(max(seconds - 2, 0)))
            try await scene.expect(.refusal, used, "the same other proof again")
            try await Task.sleep(for: .seconds(min(seconds, 2)))
            let what = "a proof after \(Int(seconds)) seconds, in which a challenge may be good for longer"
            try await scene.expect(.refusal, scene.prove(proof), what)
            try await scene.play(.admit(.bob))
        },
    ]
}
