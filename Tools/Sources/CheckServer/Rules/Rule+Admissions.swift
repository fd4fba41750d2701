import Foundation

/// Who is admitted and served: honest people, with whatever devices and in whatever order.
extension Rule {
    static let admissions: [Rule] = [
        Rule("admission.proof", "An invited person who proves it is admitted, and reads.") {
            [.reads(.alice), .update(add: [.bob]), .admit(.bob), .reads(.bob), .reads(.alice)]
        },
        Rule("admission.devices", "A person can prove an identity from each device.") { scene in
            try await scene.play(.update(add: [.bob]))
            for device in [1, 0] {
                let proof = try await scene.proof(device: device)
                try await scene.expect(.success, scene.prove(proof), "a proof of bob's device \(device)")
            }
        },
        Rule("admission.several", "An account keeps access while one of its identities remains.") {
            [.update(add: (1...5).map(Invitee.bobAgain))] + (1...5).map { .admit(.bobAgain($0)) }
                + [1, 5, 3, 2].flatMap { [.update(remove: [.bobAgain($0)]), .reads(.bob)] }
        },
        Rule("access.owner", "The owner keeps access, whatever identities the owner's device proves and others remove.")
        {
            [
                .update(add: [.alice]), .admit(.alice), .reads(.alice), .update(remove: [.alice]),
                .reads(.alice), .update(add: [.bob]), .admit(.bob),
            ]
        },
        Rule("admission.again", "Who was removed is admitted with a new identity.") {
            [
                .update(add: [.bob]), .admit(.bob), .update(remove: [.bob]),
                .update(add: [.bobAgain(1)]), .admit(.bobAgain(1)), .reads(.bob),
            ]
        },
        Rule("update.others", "A removal leaves other people and other collaborations alone.") { scene in
            let other = try await Scene(scene.session)
            try await scene.play(.update(add: [.bob, .carol]), .admit(.bob), .admit(.carol))
            try await other.play(.update(add: [.bob, .carol]), .admit(.bob))
            try await scene.play(.update(remove: [.bob]), .reads(.carol))
            // A root hash of the other collaboration, which counts in this one alone.
            let update = scene.update(remove: [other.rootHash(.carol)])
            try await scene.expect(.success, update, "alice removes a root hash of another one")
            try await other.play(.reads(.bob), .admit(.carol))
        },
        Rule("update.repeated", "An update that is repeated or empty changes nothing.") {
            [
                .update(add: [.bob]), .admit(.bob), .update(add: [.bob]), .update(), .reads(.bob),
                .update(remove: [.carol]), .update(remove: [.carol]), .reads(.bob),
            ]
        },
        Rule("update.size", "An update can have 3 identities, 1,000, and one of them twice.") { scene in
            try await scene.play(.update(add: [.bob, .carol, .bob]), .admit(.carol), .admit(.bob))
            let (first, last) = (scene.rootHash(.bobAgain(1)), scene.rootHash(.bobAgain(2)))
            let update = scene.update(add: [first] + MadeProof.randomRoots(998) + [last])
            try await scene.expect(.success, update, "alice adds 1,000 identities")
            try await scene.play(.admit(.bobAgain(1)), .admit(.bobAgain(2)))
        },
        Rule("identity.second-account", "An identity that an account has proven is refused to another one.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            for repeats in [false, true, true] {
                if repeats { try await scene.play(.update(add: [.bob])) }
                for device in 0...1 {
                    let proof = try await scene.proof(signing: scene.challenge(.carol), device: device)
                    let what = "carol proves bob's identity, by his device \(device)"
                    try await scene.expect(.refusal, scene.prove(proof, as: .carol), what)
                }
                try await scene.play(.readsNot(.carol), .reads(.bob))
            }
            try await scene.play(.admit(.bob), .update(add: [.alice]), .admit(.alice))
            let proof = try await scene.proof(of: .alice, signing: scene.challenge(.carol))
            try await scene.expect(.refusal, scene.prove(proof, as: .carol), "carol proves the owner's identity")
        },
        Rule("identity.left", "Another account may prove the identity of one who has left, who then cannot.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob), .does(.bob, .leave))
            for number in 1...3 {
                let proof = try await scene.proof(signing: scene.challenge(.carol))
                try await scene.expect(.success, scene.prove(proof, as: .carol), "carol proves what was left")
                try await scene.play(.reads(.carol), .refuse(.bob), .readsNot(.bob))
                if number < 3 { try await scene.play(.does(.carol, .leave)) }
                if number == 2 { try await scene.play(.admit(.bob), .does(.bob, .leave)) }
            }
            // What an account has had is removed with it, whoever has it now.
            let byAccount = !scene.settings.lines.remove.isNone
            try await scene.play(byAccount ? .does(.alice, .remove, .bob) : .update(remove: [.bob]))
            try await scene.play(.readsNot(.carol), .refuse(.bob), .update(add: [.carol]), .admit(.carol))
        },
        Rule("identity.list", "Who has access learns an account's identities, and nobody else does.") { scene in
            try await scene.play(.update(add: [.bob, .bobAgain(1), .carol]), .admit(.bob), .admit(.bobAgain(1)))
            for account in [Account.alice, .bob] {
                try await scene.expectIdentities([.bob, .bobAgain(1)], account, .bob)
                try await scene.expectIdentities([], account, .carol)
            }
            for (scene, account) in [(scene, Account.carol), (scene.missing, .carol), (scene.missing, .alice)] {
                let call = scene.call(.identities, account, target: .bob)
                try await scene.expect(.refusal, call, "\(account), who has no access, asks for bob's identities")
            }
        },
    ]
}
