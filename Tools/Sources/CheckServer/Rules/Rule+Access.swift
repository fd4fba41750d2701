import Foundation
import ToolSupport

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
            if scene.settings.hasBearerTokens {
                wrong += [
                    "Bearer wrong", "Bearer ", "Bearer bob", "Bearer alice", "Bearer " + String(middle),
                    "Bearer " + token.dropLast(), "Bearer \(token)A", "Basic " + token, token, "bob",
                    "Bearer " + Data("bob".utf8).base64EncodedString(), "Bearer \(token) \(token)",
                ].map { ["Authorization": $0] }
                // Hexadecimal may be read in either case.
                if token.contains(#/[g-zG-Z]/#) { wrong.append(["Authorization": "Bearer \(token.swappedCase)"]) }
                // A JWT without its signature.
                if let payload = token.split(separator: ".").dropFirst().first {
                    let header = Data(#"{"alg":"none"}"#.utf8).base64EncodedString().filter { $0 != "=" }
                    wrong.append(["Authorization": "Bearer \(header).\(payload)."])
                }
            }
            func refuse(_ call: Call) async throws {
                let call = call.with(\.account, nil)
                for headers in wrong {
                    try await scene.expect(.unauthorized, call.with(\.headers, headers), "with the headers \(headers)")
                }
                let query = "\(call.route.mark(scene.settings))token=\(token)&access_token=\(token)&account=bob"
                try await scene.expect(.unauthorized, call.with(\.suffix, query), "with the token in the query")
            }
            let head = scene.read(nil).with(\.method, "HEAD")
            for call in [scene.read(nil), scene.call(.challenge, nil), scene.update(), scene.update("{")]
                + (scene.settings.lines.read.method == "GET" ? [head] : [])
            { try await refuse(call) }
            // Its challenge is issued after the other requests, since it may expire while a server lets them wait.
            let proof = try await scene.proof()
            try await refuse(scene.prove(proof))
            try await scene.expect(.success, scene.prove(proof), "the same proof with the token")
            if scene.settings.lines.start.path.contains("={account}"), scene.session.namesCollaborations {
                let start = scene.session.startCall().with(\.token, scene.session.token(of: .alice))
                try await scene.expect(.noSuccess, start, "a start of the back end, with alice's token")
            }
            for route in Route.allCases where route != .tokens && !scene.settings.lines[route].isNone {
                // A start under another name, so that it is one where the path has a name.
                let named = route == .start ? Scene(scene.session, collaboration: Session.newName) : scene
                let text = route == .start ? scene.session.startText() : nil
                let call = named.call(route, nil, text, target: .bob)
                for headers in wrong.prefix(4) {
                    try await scene.expect(.unauthorized, call.with(\.headers, headers), "with the headers \(headers)")
                }
            }
        },
        Rule("who.account", "An account is the one of the token, whatever else the request names.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            let (call, bob) = (scene.read(.carol), scene.session.token(of: .bob))
            for headers in [
                ["X-Account": "bob", "X-Forwarded-User": "bob", "X-User": "alice", "Remote-User": "bob"],
                ["From": "bob"], ["Cookie": "account=bob; user=bob; token=\(bob); session=\(bob)"],
                ["Proxy-Authorization": "Bearer \(bob)"],
            ] where scene.settings.hasBearerTokens || headers["Cookie"] == nil {
                let what = "carol says that she is bob: \(headers.keys.joined(separator: ", "))"
                try await scene.expect(.refusal, call.with(\.headers, headers), what)
            }
            let query = "\(call.route.mark(scene.settings))account=bob&user=bob&owner=bob&as=bob"
            try await scene.expect(.noSuccess, call.with(\.suffix, query), "carol says that she is bob in the query")
            let update = #"{"account":"alice","owner":"alice","# + scene.updateText().dropFirst()
            try await scene.expect(.refusal, scene.update(update, as: .carol), "carol says that she is alice")
            let proof = #"{"account":"bob","user":"bob","# + (try await scene.proof()).json.dropFirst()
            try await scene.expect(.refusal, scene.call(.proof, .carol, proof), "carol sends bob's proof")
            try await scene.expect(.success, scene.call(.proof, .bob, proof), "bob sends it")
        },
        Rule("who.bytes", "Two names of accounts are the same only if all of their bytes are.") { scene in
            let session = scene.session
            guard session.asksForTokens else { throw NotSeen("The tokens are given.", isAllowed: false) }
            // As JSON has them.
            for (number, (name, other)) in [
                (#"caf\u00e9"#, #"cafe\u0301"#), ("kim", "KIM"), ("lee ", "lee"), (#"max\u0000"#, "max"),
                (#"\ufeffned"#, "ned"), ("o/p", "o%2Fp"), (#"\u2126"#, #"\u03a9"#), ("a+b", "a b"),
                ("7", "07"), (String(repeating: "a", count: 255) + "1", String(repeating: "a", count: 255) + "2"),
            ].enumerated() {
                let person = Invitee.bobAgain(number + 1)
                try await scene.play(.update(add: [person]))
                let token = try await session.newToken(of: name).json("token")
                let proof = try await scene.proof(of: person, signing: scene.challenge(token: token))
                try await session.expect(.success, scene.prove(proof).with(\.token, token), "a proof of \(name)")
                try await session.expect(.success, scene.read(.bob).with(\.token, token), "\(name) reads")
                let others = try await session.newToken(of: other).json("token")
                try await session.expect(.refusal, scene.read(.bob).with(\.token, others), "\(other) reads")
            }
        },
        Rule("access.invitation", "Who was not invited is refused, and who was reads only after the proof.") {
            [
                .refuse(.bob), .update(add: [.bob]), .readsNot(.bob), .refuse(.carol), .readsNot(.carol),
                .admit(.bob), .readsNot(.carol), .reads(.bob),
            ]
        },
        Rule("access.other-collaboration", "An identity of one collaboration opens no other one.") { scene in
            let other = try await Scene(scene.session)
            try await scene.play(.update(add: [.bob]))
            let proof = try await scene.proof(signing: other.challenge())
            try await other.expect(.refusal, other.prove(proof), "an identity of another collaboration")
            try await scene.play(.admit(.bob))
            try await other.play(.readsNot(.bob))
        },
        Rule("access.unknown", "A collaboration that does not exist is refused like any other.") { scene in
            let unknown = scene.missing
            try await unknown.play(.refuse(.bob), .readsNot(.bob))
            let update = unknown.update(add: [unknown.rootHash(.bob)])
            try await unknown.expect(.refusal, update, "an update of no collaboration")
            let malformed = unknown.call(.proof, .bob, "{}")
            try await unknown.expect(.malformed, malformed, "a malformed proof of no collaboration")
            try await scene.play(.update(add: [.bob]), .admit(.bob))
        },
        Rule("access.empty-proof", "An empty proof is refused like any other.") { scene in
            try await scene.refuse { proof in
                let empty = proof.with(\.hashes, []).with(\.publicKey, Data())
                return [("no key and no hashes", empty), ("nor a signature", empty.with(\.signature, Data()))]
            }
        },
        Rule("access.own-roots", "Root hashes in the message of a proof are not believed.") { scene in
            let root = scene.rootHash(.carol)
            for own in [#""knownRootHashes":["\#(root)"]"#, #""rootHash":"\#(root)""#] {
                let proof = "{\(own)," + (try await scene.proof(of: .carol).json.dropFirst())
                try await scene.expect(.refusal, scene.call(.proof, .carol, proof), "a proof with its own root")
            }
            try await scene.play(.update(add: [.carol]), .admit(.carol))
        },
    ]
}

extension Route {
    /// What begins a query behind the path, or goes on with it.
    func mark(_ settings: Settings) -> String { settings.lines[self].path.contains("?") ? "&" : "?" }
}
