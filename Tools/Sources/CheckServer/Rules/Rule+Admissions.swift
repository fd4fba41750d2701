import CollaborationCore
import Foundation

/// Who is admitted and served: honest people, with whatever devices and in whatever order.
extension Rule {
    static let admissions: [Rule] = [
        Rule(
            "An invited person who proves it is admitted, and reads.",
            admits: true,
            [.reads(.alice), .update(add: [.bob]), .admit(.bob), .reads(.bob), .reads(.alice)]
        ),
        Rule("A person can prove an identity from each device.", admits: true) { scene in
            try await scene.play(.update(add: [.bob]))
            for device in [1, 0] {
                let proof = try await scene.proof(device: device)
                try await scene.expect(.success, scene.prove(proof), "a proof of bob's device \(device)")
            }
        },
        Rule(
            "An account keeps access while one of its identities remains.",
            admits: true,
            [.update(add: (1...5).map(Invitee.bobAgain))] + (1...5).map { .admit(.bobAgain($0)) }
                + [1, 5, 3, 2].flatMap { [.update(remove: [.bobAgain($0)]), .reads(.bob)] }
        ),
        Rule(
            "The owner keeps access, whatever identities the owner's device proves and others remove.",
            admits: true,
            [
                .update(add: [.alice]), .admit(.alice), .reads(.alice), .update(remove: [.alice]),
                .reads(.alice), .update(add: [.bob]), .admit(.bob),
            ]
        ),
        Rule(
            "Who was removed is admitted with a new identity.",
            admits: true,
            [
                .update(add: [.bob]), .admit(.bob), .update(remove: [.bob]),
                .update(add: [.bobAgain(1)]), .admit(.bobAgain(1)), .reads(.bob),
            ]
        ),
        Rule("A removal leaves other people and other collaborations alone.", admits: true) { scene in
            let other = try await Scene(scene.session)
            try await scene.play(.update(add: [.bob, .carol]), .admit(.bob), .admit(.carol))
            try await other.play(.update(add: [.bob, .carol]), .admit(.bob))
            try await scene.play(.update(remove: [.bob]), .reads(.carol))
            // A root hash of the other collaboration, which counts in this one alone.
            let update = scene.updateText(remove: [other.rootHash(.carol)])
            try await scene.expect(.success, scene.update(update), "alice removes a root hash of another one")
            try await other.play(.reads(.bob), .admit(.carol))
        },
        Rule(
            "An update that is repeated or empty changes nothing.",
            admits: true,
            [
                .update(add: [.bob]), .admit(.bob), .update(add: [.bob]), .update(), .reads(.bob),
                .update(remove: [.carol]), .update(remove: [.carol]), .reads(.bob),
            ]
        ),
        Rule("An update can have 3 identities, 1,000, and one of them twice.", admits: true) { scene in
            try await scene.play(.update(add: [.bob, .carol, .bob]), .admit(.carol), .admit(.bob))
            let others = (0..<998).map { _ in
                Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
            }
            let update = scene.updateText(add: [scene.rootHash(.bobAgain(1))] + others + [scene.rootHash(.bobAgain(2))])
            try await scene.expect(.success, scene.update(update), "alice adds 1,000 identities")
            try await scene.play(.admit(.bobAgain(1)), .admit(.bobAgain(2)))
        },
        Rule("A challenge stays good while others are asked for, by the account and by a stranger.", admits: true) {
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
        Rule("A refused proof leaves the challenge as it is.", admits: true) { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = try await scene.proof()
            try await scene.expect(.refusal, scene.prove(proof.with(\.index, "1")), "the index of the neighbor")
            try await scene.expect(.success, scene.prove(proof), "the same challenge, with the right index")
        },
        Rule("A list has the collaborations that an account has access to.", admits: true) { scene in
            func lists(_ account: Account) async throws -> Bool {
                var page = scene.call(.list, account)
                for _ in 0..<100 {
                    let answer = try await scene.expect(.success, page, "\(account)'s list")
                    let text = String(decoding: answer.body, as: UTF8.self)
                    if text.contains("\"\(scene.collaboration)\"") { return true }
                    // The next page, as RFC 8288 has it.
                    guard
                        let link = answer.headers["link"]?.firstMatch(of: #/<[^>?]*(\?[^>]*)>; *rel="?next/#)
                    else { return false }
                    page.suffix = String(link.1)
                }
                return false
            }
            try await scene.play(.update(add: [.bob]))
            let before = try await lists(.bob)
            try await scene.play(.admit(.bob))
            let (within, owner) = (try await lists(.bob), try await lists(.alice))
            try await scene.play(.update(remove: [.bob]))
            let found = [before, within, owner, try await lists(.bob), try await lists(.carol)]
            guard found == [false, true, true, false, false] else {
                throw Failure("bob's list before, within and after, alice's and carol's", "within and alice's", found)
            }
        },
        Rule("Who leaves has no access, and comes back with a new proof.", admits: true) { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            try await scene.expect(.success, scene.call(.leave, .bob), "bob leaves")
            try await scene.play(.readsNot(.bob), .admit(.bob), .reads(.bob))
        },
    ]
}
