import Foundation

/// Limits in the life of a collaboration, methods, and who leaves.
extension Rule {
    static let life: [Rule] = [
        Rule("update.life", "A collaboration has 10,000 identities in its life, removed ones included.") {
            scene in
            try await scene.play(.update(add: [.bob], remove: [.bobAgain(1)]), .admit(.bob))
            for number in 0..<10 {
                let roots = (0..<(number < 9 ? 1_000 : 998)).map { _ in MadeProof.random(32).base64EncodedString() }
                let update = number % 2 == 0 ? scene.updateText(add: roots) : scene.updateText(remove: roots)
                try await scene.expect(.success, scene.update(update), "alice's update \(number)")
            }
            let more = scene.updateText(add: [scene.rootHash(.carol)])
            try await scene.expect(.tooLarge, scene.update(more), "one identity more")
            try await scene.expect(.refusal, scene.update(more, as: .carol), "the same update of a stranger")
            try await scene.play(.refuse(.carol), .reads(.bob), .update(add: [.bob], remove: [.bobAgain(1)]))
            try await scene.play(.update(remove: [.bob]), .readsNot(.bob))
        },
        Rule("http.method", "A request with another method does nothing.") { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = scene.prove(try await scene.proof())
            let update = scene.update(add: [scene.rootHash(.carol)])
            for var call in [proof, update] {
                for method in ["PUT", "PATCH", "DELETE"] where try scene.session.line(of: call).method != method {
                    call.method = method
                    for headers in [[:], ["X-HTTP-Method-Override": "POST", "X-Method-Override": "POST"]] {
                        call.headers = headers
                        try await scene.expect(.noSuccess, call, "with the method \(method) and \(headers)")
                    }
                }
            }
            try await scene.play(.readsNot(.bob), .refuse(.carol))
            try await scene.expect(.success, proof, "the proof with its method")
            try await scene.expect(.success, update, "the update with its method")
        },
        Rule("http.override", "A header does not change the method of a request.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            for name in ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"] {
                var call = scene.read(.alice)
                call.headers = [name: "DELETE"]
                try await scene.expect(.success, call, "alice reads, and \(name) is DELETE")
            }
            try await scene.play(.reads(.bob), .reads(.alice))
        },
        Rule("life.leave-alone", "Leaving takes away no access but the own, with all identities.") { scene in
            try await scene.play(.update(add: [.bob, .bobAgain(1), .carol]), .admit(.bob), .admit(.bobAgain(1)))
            try await scene.play(.admit(.carol))
            try await scene.expect(.success, scene.call(.leave, .bob), "bob leaves")
            try await scene.play(.readsNot(.bob), .reads(.carol), .reads(.alice))
        },
        Rule("life.leave-refused", "Who has no access cannot leave, and neither can the owner.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            for account in [Account.carol, .alice] {
                try await scene.expect(.refusal, scene.call(.leave, account), "\(account) leaves")
            }
            try await scene.play(.reads(.alice), .reads(.bob))
            try await scene.expect(.success, scene.call(.leave, .bob), "bob leaves")
        },
        Rule("life.end-challenge", "An answer to a challenge from before the end of the collaboration is refused.") {
            scene in
            try await scene.play(.update(add: [.bob, .carol]), .admit(.carol))
            let proof = scene.prove(try await scene.proof())
            try await scene.expect(.success, scene.call(.end, .alice), "alice ends it")
            try await scene.expect(.refusal, proof, "a proof of bob")
            let update = scene.update(add: [scene.rootHash(.bob)])
            try await scene.expect(.refusal, update, "an update after the end")
        },
    ]
}
