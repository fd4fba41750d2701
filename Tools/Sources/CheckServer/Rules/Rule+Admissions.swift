import CollaborationCore
import Foundation

/// Who is admitted and served: honest people, with whatever devices and in whatever order.
extension Rule {
    static let admissions: [Rule] = [
        Rule(
            "admission.proof",
            "An invited person who proves it is admitted, and reads.",
            [.reads(.alice), .update(add: [.bob]), .admit(.bob), .reads(.bob), .reads(.alice)]
        ),
        Rule("admission.devices", "A person can prove an identity from each device.") { scene in
            try await scene.play(.update(add: [.bob]))
            for device in [1, 0] {
                let proof = try await scene.proof(device: device)
                try await scene.expect(.success, scene.prove(proof), "a proof of bob's device \(device)")
            }
        },
        Rule(
            "admission.several",
            "An account keeps access while one of its identities remains.",
            [.update(add: (1...5).map(Invitee.bobAgain))] + (1...5).map { .admit(.bobAgain($0)) }
                + [1, 5, 3, 2].flatMap { [.update(remove: [.bobAgain($0)]), .reads(.bob)] }
        ),
        Rule(
            "access.owner",
            "The owner keeps access, whatever identities the owner's device proves and others remove.",
            [
                .update(add: [.alice]), .admit(.alice), .reads(.alice), .update(remove: [.alice]),
                .reads(.alice), .update(add: [.bob]), .admit(.bob),
            ]
        ),
        Rule(
            "admission.again",
            "Who was removed is admitted with a new identity.",
            [
                .update(add: [.bob]), .admit(.bob), .update(remove: [.bob]),
                .update(add: [.bobAgain(1)]), .admit(.bobAgain(1)), .reads(.bob),
            ]
        ),
        Rule("update.others", "A removal leaves other people and other collaborations alone.") { scene in
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
            "update.repeated",
            "An update that is repeated or empty changes nothing.",
            [
                .update(add: [.bob]), .admit(.bob), .update(add: [.bob]), .update(), .reads(.bob),
                .update(remove: [.carol]), .update(remove: [.carol]), .reads(.bob),
            ]
        ),
        Rule("update.size", "An update can have 3 identities, 1,000, and one of them twice.") { scene in
            try await scene.play(.update(add: [.bob, .carol, .bob]), .admit(.carol), .admit(.bob))
            let others = (0..<998).map { _ in
                Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
            }
            let update = scene.updateText(add: [scene.rootHash(.bobAgain(1))] + others + [scene.rootHash(.bobAgain(2))])
            try await scene.expect(.success, scene.update(update), "alice adds 1,000 identities")
            try await scene.play(.admit(.bobAgain(1)), .admit(.bobAgain(2)))
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
        Rule("life.list", "A list has the collaborations that an account has access to.") { scene in
            func expect(_ isListed: Bool, _ account: Account, _ when: String) async throws {
                guard try await scene.lists(account) != isListed else { return }
                let expected = isListed ? "the collaboration" : "a list without the collaboration"
                throw Failure("\(account)'s list \(when)", expected, isListed ? "none with it" : "one with it")
            }
            try await scene.play(.update(add: [.bob]))
            try await expect(false, .bob, "before the proof")
            try await scene.play(.admit(.bob))
            try await expect(true, .bob, "after the proof")
            try await expect(true, .alice, "as the owner")
            try await expect(false, .carol, "as a stranger")
            try await scene.play(.update(add: [.carol], remove: [.bob]), .admit(.carol))
            try await expect(false, .bob, "after the removal")
            if !scene.session.settings.lines.leave.isNone {
                try await scene.expect(.success, scene.call(.leave, .carol), "carol leaves")
                try await expect(false, .carol, "after leaving")
            }
            guard !scene.session.settings.lines.end.isNone else { return }
            try await scene.play(.update(add: [.bobAgain(1)]), .admit(.bobAgain(1)))
            try await scene.expect(.success, scene.call(.end, .alice), "alice ends it")
            for account in [Account.alice, .bob] { try await expect(false, account, "after the end") }
        },
        Rule("life.leave", "Who leaves has no access, and comes back with a new proof.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            try await scene.expect(.success, scene.call(.leave, .bob), "bob leaves")
            try await scene.play(.readsNot(.bob), .admit(.bob), .reads(.bob))
        },
    ]
}

extension Scene {
    /// Whether a list has the collaboration, on whatever page (RFC 8288).
    func lists(_ account: Account) async throws -> Bool {
        var page = call(.list, account)
        for _ in 0..<1_000 {
            let answer = try await expect(.message, page, "\(account)'s list")
            guard let names = try? JSONSerialization.jsonObject(with: answer.body) as? [String] else {
                throw Failure("\(account)'s list", "an array of identifiers", answer)
            }
            if names.contains(where: { $0.utf8.elementsEqual(collaboration.utf8) }) { return true }
            guard let link = answer.headers["link"]?.firstMatch(of: #/<[^>?]*(\?[^>]*)>; *rel="?next/#) else {
                return false
            }
            page.suffix = String(link.1)
        }
        throw NotSeen("The list has more than 1,000 pages.")
    }
}
