/// Who is admitted, and what an account may read.
extension Rule {
    static let access: [Rule] = [
        Rule("A request without a valid token is answered with 401.") { scene in
            try await scene.play(.update(add: [.bob]))
            let challenge = Call(route: .challenge, document: scene.document)
            let (proof, update) = (scene.prove(try await scene.proof()), scene.update(scene.updateText()))
            for var call in [scene.read(nil), challenge, proof, update] {
                call.account = nil
                try await scene.expect(.unauthorized, call, "without a token")
                try await scene.session.expect(.unauthorized, call, "with a wrong token", token: "wrong")
            }
        },
        Rule(
            "An invited person who proves it is admitted, and nobody reads before.",
            [
                .reads(.alice), .update(add: [.bob]), .readsNot(.bob), .admit(.bob), .reads(.bob),
                .readsNot(.carol),
            ]
        ),
        Rule("A person can prove an identity from each device.") { scene in
            try await scene.play(.update(add: [.bob]))
            for device in [1, 0] {
                let proof = try await scene.proof(device: device)
                try await scene.expect(.success, scene.prove(proof), "a proof of bob's device \(device)")
            }
        },
        Rule(
            "Who was not invited is refused.",
            [.refuse(.bob), .update(add: [.bob]), .refuse(.carol), .readsNot(.carol), .admit(.bob)]
        ),
        Rule("An identity of one collaboration opens no other one.") { scene in
            let other = try await Scene(scene.session)
            try await scene.play(.update(add: [.bob]))
            let proof = try await scene.proof(signing: other.challenge())
            try await other.expect(.refusal, other.prove(proof), "an identity of another collaboration")
            try await scene.play(.admit(.bob))
            try await other.play(.readsNot(.bob))
        },
        Rule(
            "An account keeps access while one of its identities remains.",
            [
                .update(add: [.bob, .bobAgain(1)]), .admit(.bob), .admit(.bobAgain(1)),
                .update(remove: [.bobAgain(1)]), .reads(.bob), .update(remove: [.bob]), .readsNot(.bob),
            ]
        ),
        Rule("A collaboration that does not exist is refused like any other.") { scene in
            let unknown = Scene(scene.session, document: "none-such")
            try await unknown.play(.refuse(.bob), .readsNot(.bob))
            let update = unknown.updateText(add: [try unknown.rootHash(.bob)])
            try await unknown.expect(.refusal, unknown.update(update), "an update of no collaboration")
        },
    ]
}
