import Foundation

/// Who is refused.
extension Rule {
    static let access: [Rule] = [
        Rule("A request without a valid token is answered with 401.") { scene in
            try await scene.play(.update(add: [.bob]))
            let token = scene.session.token(of: .bob)
            var middle = Array(token)
            middle[middle.count / 2] = middle[middle.count / 2] == "A" ? "B" : "A"
            let headers: [[String: String]] = [
                [:], ["Authorization": "Bearer wrong"], ["Authorization": "Bearer "],
                ["Authorization": "Bearer " + String(middle)], ["Authorization": "Bearer " + token.dropLast()],
                ["Authorization": "Bearer \(token)A"], ["Authorization": "Basic " + token],
                ["Authorization": token], ["X-Account": "bob", "X-User": "bob", "From": "bob"],
                ["Cookie": "token=\(token)"],
            ]
            let proof = try await scene.proof()
            let calls = [
                scene.read(nil), scene.call(.challenge, nil), scene.prove(proof),
                scene.update(), scene.update("{"),
            ]
            for var call in calls {
                call.account = nil
                for headers in headers {
                    call.headers = headers
                    try await scene.expect(.unauthorized, call, "with the headers \(headers)")
                }
                (call.headers, call.suffix) = ([:], "?token=\(token)&access_token=\(token)&account=bob")
                try await scene.expect(.unauthorized, call, "with the token in the query")
            }
            try await scene.expect(.success, scene.prove(proof), "the same proof with the token")
        },
        Rule("An account is the one of the token, whatever else the request names.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            var call = scene.read(.carol)
            call.headers = ["X-Account": "bob", "X-Forwarded-User": "bob", "X-User": "alice"]
            call.suffix = "?account=bob"
            try await scene.expect(.refusal, call, "carol says that she is bob")
            let update = #"{"account":"alice","owner":"alice","# + scene.updateText().dropFirst()
            try await scene.expect(.refusal, scene.update(update, as: .carol), "carol says that she is alice")
            let proof = #"{"account":"bob","user":"bob","# + (try await scene.proof()).json.dropFirst()
            try await scene.expect(.refusal, scene.call(.proof, .carol, proof), "carol sends bob's proof")
            try await scene.expect(.success, scene.call(.proof, .bob, proof), "bob sends it")
        },
        Rule(
            "Who was not invited is refused, and who was reads only after the proof.",
            [
                .refuse(.bob), .update(add: [.bob]), .readsNot(.bob), .refuse(.carol), .readsNot(.carol),
                .admit(.bob), .readsNot(.carol), .reads(.bob),
            ]
        ),
        Rule("An identity of one collaboration opens no other one.") { scene in
            let other = try await Scene(scene.session)
            try await scene.play(.update(add: [.bob]))
            let proof = try await scene.proof(signing: other.challenge())
            try await other.expect(.refusal, other.prove(proof), "an identity of another collaboration")
            try await scene.play(.admit(.bob))
            try await other.play(.readsNot(.bob))
        },
        Rule("A collaboration that does not exist is refused like any other.") { scene in
            let unknown = Scene(scene.session, collaboration: "none-such")
            try await unknown.play(.refuse(.bob), .readsNot(.bob))
            let update = unknown.updateText(add: [unknown.rootHash(.bob)])
            try await unknown.expect(.refusal, unknown.update(update), "an update of no collaboration")
            let malformed = unknown.call(.proof, .bob, "{}")
            try await unknown.expect(.malformed, malformed, "a malformed proof of no collaboration")
            try await scene.play(.update(add: [.bob]), .admit(.bob))
        },
        Rule("Of two accounts that prove one identity, none has access after its removal.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            let proof = try await scene.proof(signing: scene.challenge(.carol))
            // A server may refuse the second account, or let it take the identity over.
            _ = try await scene.session.send(scene.prove(proof, as: .carol), "carol proves bob's identity")
            try await scene.play(.update(remove: [.bob]), .readsNot(.bob), .readsNot(.carol))
        },
    ]
}
