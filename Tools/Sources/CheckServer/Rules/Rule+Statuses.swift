import CollaborationCore
import Foundation

/// The status and the body of each step.
extension Rule {
    static let statuses: [Rule] = [
        Rule("http.status", "Each step has the status and the body of its row.") { scene in
            let session = scene.session
            let started = try await session.expect(.created, session.startCall(), "alice starts a new one")
            guard started.status == 201, (try? StartResponse(json: started.body)) != nil else {
                throw Failure("alice starts a new one", "status 201 with a StartResponse", started)
            }
            let again = try await scene.expect(.message, scene.startAgain(.alice), "alice starts it again")
            guard (try? StartResponse(json: again.body)) != nil else {
                throw Failure("alice starts it again", "a StartResponse", again)
            }
            func done(_ call: Call, _ what: String) async throws {
                let answer = try await scene.expect(.done, call, what)
                guard answer.body.isEmpty else { throw Failure(session.describe(call, what), "no body", answer) }
            }
            try await done(scene.update(add: [scene.rootHash(.bob)]), "an update")
            try await scene.expect(.message, scene.call(.challenge, .bob), "a challenge")
            try await done(scene.prove(scene.proof()), "a proof")
            try await scene.expect(.message, scene.read(.bob), "an answer about access")
            let lines = session.settings.lines
            if !lines.list.isNone { try await scene.expect(.message, scene.call(.list, .bob), "a list") }
            if !lines.leave.isNone { try await done(scene.call(.leave, .bob), "bob leaves") }
            if !lines.end.isNone { try await done(scene.call(.end, .alice), "alice ends it") }
        },
        Rule("http.error", "Each error has its word.") { scene in
            func expect(_ word: String, _ expected: Expected, _ call: Call, _ what: String) async throws {
                let answer = try await scene.expect(expected, call, what)
                guard answer.json("error") == word,
                    answer.headers["content-type"]?.hasPrefix("application/json") == true
                else {
                    throw Failure(
                        scene.session.describe(call, what),
                        "{\"error\":\"\(word)\"} as application/json",
                        answer
                    )
                }
            }
            try await expect("unauthorized", .unauthorized, scene.read(nil), "without a token")
            try await expect("malformed", .malformed, scene.update("{"), "half a message")
            try await expect("accessDenied", .refusal, scene.read(.carol), "a stranger reads")
            let large = scene.update(scene.updateText() + String(repeating: " ", count: 140_000))
            if let answer = try? await scene.session.send(large, "140 KB"), answer.status == 413,
                answer.json("error") != "contentTooLarge"
            {
                throw Failure("an update of 140 KB", #"{"error":"contentTooLarge"}"#, answer)
            }
            var unknown = scene.read(.alice)
            unknown.suffix = "/no-such-route"
            let answer = try await scene.expect(.noRoute, unknown, "a route that does not exist")
            guard ["notFound", "methodNotAllowed"].contains(answer.json("error") ?? "") else {
                throw Failure(
                    scene.session.describe(unknown, "a route that does not exist"),
                    #"{"error":"notFound"}"#,
                    answer
                )
            }
        },
        Rule("http.no-route", "Another method or path of a route is 404 or 405, also without an account.") { scene in
            for account in [Account.alice, nil] {
                for var call in [
                    scene.call(.challenge, account), scene.call(.proof, account, "{}"), scene.update("{}"),
                ] {
                    call.account = account
                    call.method = "PATCH"
                    try await scene.expect(.noRoute, call, "with the method PATCH")
                    call.method = nil
                    call.suffix = "/more"
                    try await scene.expect(.noRoute, call, "with one more part of the path")
                }
            }
        },
        Rule("http.order", "The account is looked at first, then the message, then whether to refuse.") { scene in
            let lists = #"{"addedIdentities":[],"removedIdentities":[{"rootHash":"AA=="}]}"#
            for scene in [scene, scene.missing] {
                for account in [Account.bob, .carol, nil] {
                    let expected = account == nil ? Expected.unauthorized : .malformed
                    for call in [scene.call(.proof, account, "{}"), scene.call(.participants, account, lists)] {
                        try await scene.expect(
                            expected,
                            call,
                            "something malformed of \(account.map { "\($0)" } ?? "nobody")"
                        )
                    }
                }
                let call = scene.call(.participants, .carol, scene.updateText())
                try await scene.expect(.refusal, call, "an update of a stranger")
            }
        },
    ]
}
