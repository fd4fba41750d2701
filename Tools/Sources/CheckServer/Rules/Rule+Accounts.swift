import Foundation

/// Which account an identity belongs to.
extension Rule {
    static let accounts: [Rule] = [
        Rule("identity.second-account", "An identity that an account has proven is refused to another one.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            for repeats in [false, true, true] {
                if repeats { try await scene.play(.update(add: [.bob])) }
                let proof = try await scene.proof(signing: scene.challenge(.carol))
                try await scene.expect(.refusal, scene.prove(proof, as: .carol), "carol proves bob's identity")
                let laptop = try await scene.proof(signing: scene.challenge(.carol), device: 1)
                try await scene.expect(
                    .refusal,
                    scene.prove(laptop, as: .carol),
                    "carol proves it from his other device"
                )
                try await scene.play(.readsNot(.carol), .reads(.bob))
            }
            try await scene.play(.admit(.bob))
        },
        Rule("identity.left", "Another account may prove the identity of one who has left, who then cannot.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            try await scene.expect(.success, scene.call(.leave, .bob), "bob leaves")
            let proof = try await scene.proof(signing: scene.challenge(.carol))
            try await scene.expect(
                .success,
                scene.prove(proof, as: .carol),
                "carol proves the identity that bob has left"
            )
            try await scene.play(.reads(.carol), .refuse(.bob), .readsNot(.bob))
            try await scene.play(.update(remove: [.bob]), .readsNot(.carol), .refuse(.bob))
        },
    ]

    static let identities: [Rule] = [
        Rule("identity.list", "Who has access learns an account's identities, and nobody else does.") { scene in
            try await scene.play(.update(add: [.bob, .bobAgain(1), .carol]), .admit(.bob), .admit(.bobAgain(1)))
            func identities(_ account: Account, of target: Account) async throws -> Set<String> {
                let what = "\(account) asks for the identities of \(target)"
                let answer = try await scene.expect(.message, scene.call(.identities, account, target: target), what)
                guard let list = answer.object?["identities"] as? [[String: String]] else {
                    throw Failure(what, #"{"identities":[{"rootHash":"..."}]}"#, answer)
                }
                return Set(list.compactMap { $0["rootHash"] })
            }
            let own = Set([Invitee.bob, .bobAgain(1)].map(scene.rootHash))
            for account in [Account.alice, .bob] {
                guard try await identities(account, of: .bob) == own else {
                    throw Failure("\(account) asks for bob's identities", "the two that he has proven", "others")
                }
                guard try await identities(account, of: .carol).isEmpty else {
                    throw Failure("\(account) asks for carol's", "none, since carol has proven none", "some")
                }
            }
            for (scene, account) in [(scene, Account.carol), (scene.missing, .carol), (scene.missing, .alice)] {
                let call = scene.call(.identities, account, target: .bob)
                try await scene.expect(.refusal, call, "\(account), who has no access, asks for bob's identities")
            }
            try await scene.play(.update(remove: [.bob]))
            guard try await identities(.alice, of: .bob) == [scene.rootHash(.bobAgain(1))] else {
                throw Failure("alice asks after a removal", "the one that remains", "others")
            }
        }
    ]
}
