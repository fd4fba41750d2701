import Foundation

/// Who is refused.
extension Rule {
    static let access: [Rule] = [
        Rule("who.token", "A request without a valid token is answered with 401.") { scene in
            try await scene.play(.update(add: [.bob]))
            let token = scene.session.token(of: .bob)
            var middle = Array(token)
            middle[middle.count / 2] = middle[middle.count / 2] == "A" ? "B" : "A"
            var wrong: [[String: String]] = [
                [:], ["X-Account": "bob", "X-User": "bob", "X-Forwarded-User": "bob", "Remote-User": "bob"],
                ["From": "bob"], ["Cookie": "token=\(token)"],
                ["Cookie": "token=\(token); account=bob; session=\(token)"],
                ["Authorization": "Basic " + Data("bob:\(token)".utf8).base64EncodedString()],
                ["Authorization": "Basic " + Data("bob:".utf8).base64EncodedString()],
            ]
            if scene.session.settings.hasBearerTokens {
                wrong += [
                    "Bearer wrong", "Bearer ", "Bearer bob", "Bearer alice", "Bearer " + String(middle),
                    "Bearer " + token.dropLast(), "Bearer \(token)A", "Basic " + token, token, "bob",
                    "Bearer " + Data("bob".utf8).base64EncodedString(), "Bearer \(token) \(token)",
                ].map { ["Authorization": $0] }
            }
            let proof = try await scene.proof()
            let calls = [
                scene.read(nil), scene.call(.challenge, nil), scene.prove(proof),
                scene.update(), scene.update("{"),
            ]
            for var call in calls {
                call.account = nil
                for headers in wrong {
                    call.headers = headers
                    let names = headers.map { "\($0): \($1)" }.joined(separator: ", ")
                    try await scene.expect(.unauthorized, call, "with the headers [\(names)]")
                }
                (call.headers, call.suffix) = (
                    [:], "\(call.route.mark(scene.session))token=\(token)&access_token=\(token)&account=bob"
                )
                try await scene.expect(.unauthorized, call, "with the token in the query")
            }
            try await scene.expect(.success, scene.prove(proof), "the same proof with the token")
        },
        Rule("who.account", "An account is the one of the token, whatever else the request names.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            var call = scene.read(.carol)
            let bob = scene.session.token(of: .bob)
            for headers in [
                ["X-Account": "bob", "X-Forwarded-User": "bob", "X-User": "alice", "Remote-User": "bob"],
                ["From": "bob"], ["Cookie": "account=bob; user=bob; token=\(bob); session=\(bob)"],
                ["Proxy-Authorization": "Bearer \(bob)"],
            ] where scene.session.settings.hasBearerTokens || headers["Cookie"] == nil {
                call.headers = headers
                try await scene.expect(
                    .refusal,
                    call,
                    "carol says that she is bob: \(headers.keys.joined(separator: ", "))"
                )
            }
            call.headers = [:]
            call.suffix = "\(call.route.mark(scene.session))account=bob&user=bob&owner=bob"
            try await scene.expect(.noSuccess, call, "carol says that she is bob in the query")
            let update = #"{"account":"alice","owner":"alice","# + scene.updateText().dropFirst()
            try await scene.expect(.refusal, scene.update(update, as: .carol), "carol says that she is alice")
            let proof = #"{"account":"bob","user":"bob","# + (try await scene.proof()).json.dropFirst()
            try await scene.expect(.refusal, scene.call(.proof, .carol, proof), "carol sends bob's proof")
            try await scene.expect(.success, scene.call(.proof, .bob, proof), "bob sends it")
        },
        Rule(
            "access.invitation",
            "Who was not invited is refused, and who was reads only after the proof.",
            [
                .refuse(.bob), .update(add: [.bob]), .readsNot(.bob), .refuse(.carol), .readsNot(.carol),
                .admit(.bob), .readsNot(.carol), .reads(.bob),
            ]
        ),
        Rule("access.other-collaboration", "An identity of one collaboration opens no other one.") { scene in
            let other = try await Scene(scene.session)
            try await scene.play(.update(add: [.bob]))
            let proof = try await scene.proof(signing: other.challenge())
            try await other.expect(.refusal, other.prove(proof), "an identity of another collaboration")
            try await scene.play(.admit(.bob))
            try await other.play(.readsNot(.bob))
        },
        Rule("access.unknown", "A collaboration that does not exist is refused like any other.") { scene in
            let unknown = Scene(scene.session, collaboration: "none-such")
            try await unknown.play(.refuse(.bob), .readsNot(.bob))
            let update = unknown.updateText(add: [unknown.rootHash(.bob)])
            try await unknown.expect(.refusal, unknown.update(update), "an update of no collaboration")
            let malformed = unknown.call(.proof, .bob, "{}")
            try await unknown.expect(.malformed, malformed, "a malformed proof of no collaboration")
            try await scene.play(.update(add: [.bob]), .admit(.bob))
        },
        Rule(
            "identity.second-account-removed",
            "Of two accounts that prove one identity, none has access after its removal."
        ) { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            let proof = try await scene.proof(signing: scene.challenge(.carol))
            _ = try await scene.session.send(scene.prove(proof, as: .carol), "carol proves bob's identity")
            try await scene.play(.update(remove: [.bob]), .readsNot(.bob), .readsNot(.carol))
        },
    ]
}

extension Route {
    /// What begins a query behind the path, or goes on with it.
    fileprivate func mark(_ session: Session) -> String { session.settings.lines[self].path.contains("?") ? "&" : "?" }
}
