import Foundation
import ToolSupport

/// Bodies, methods and paths of HTTP, and the status and the body of each step.
extension Rule {
    static let http: [Rule] = [
        Rule("http.type", "A body is read as JSON whatever its type says.") { scene in
            try await scene.play(.update(add: [.bob, .bobAgain(1)]))
            for (person, type) in [(Invitee.bob, "text/plain"), (.bobAgain(1), "application/x-www-form-urlencoded")] {
                let call = scene.prove(try await scene.proof(of: person)).with(\.headers, ["Content-Type": type])
                try await scene.expect(.success, call, "a proof of the type \(type)")
            }
            let bytes = Data(#"{"x":""#.utf8) + [0xE9] + Data("\",\(scene.updateText().dropFirst())".utf8)
            let type = ["Content-Type": "application/json; charset=iso-8859-1"]
            let latin = scene.update().with(\.body, bytes).with(\.headers, type)
            try await scene.expect(.malformed, latin, "a byte that is not UTF-8, of the type \(type)")
        },
        Rule("http.size", "A body has 131,072 bytes at most.") { scene in
            try await scene.expect(.tooLarge, scene.update(byteCount: 131_073), .whole, "131,073 bytes")
            try await scene.play(.refuse(.bob))
            try await scene.expect(.success, scene.update(byteCount: 131_072), "131,072 bytes")
            try await scene.play(.admit(.bob))
        },
        Rule("http.empty", "Of the body of a request for a challenge the size alone is looked at.") { scene in
            try await scene.play(.update(add: [.bob]))
            for body in ["", "{", "\"x\"", "\u{FEFF}[1]"] {
                try await scene.expect(.message, scene.call(.challenge, .bob, body), "a challenge, with a body")
            }
            let large = scene.call(.challenge, .bob, String(repeating: " ", count: 131_073))
            try await scene.expect(.tooLarge, large, .whole, "a challenge, with 131,073 bytes")
            try await scene.play(.admit(.bob))
        },
        Rule("http.query", "A query that a server does not know is ignored.") { scene in
            try await scene.play(.update(add: [.bob]))
            for call in [
                scene.call(.challenge, .bob), scene.prove(try await scene.proof()), scene.update(), scene.read(.bob),
                scene.call(.list, .bob),
            ] where !scene.settings.lines[call.route].isNone {
                let query = call.route.mark(scene.settings) + "utm_source=mail&x&y=%20&_method=DELETE"
                try await scene.expect(.success, call.with(\.suffix, query), "with a query that nobody knows")
            }
        },
        Rule("http.chunks", "A chunked body is read like any other.") { scene in
            let update = scene.update(add: [scene.rootHash(.bob)])
            try await scene.expect(.success, update, .chunks(of: 17), "an update in chunks")
            try await scene.expect(.success, scene.prove(scene.proof()), .chunks(of: 1_000), "a proof in chunks")
            try await scene.expect(.malformed, update.with(\.body, Data()), .chunks(of: 1), "no chunk")
            try await scene.play(.reads(.bob))
        },
        Rule("http.large-chunks", "A chunked body beyond 128 KiB is refused and changes nothing.") { scene in
            try await scene.expect(.tooLarge, scene.update(byteCount: 300_000), .chunks(of: 10_000), "300 KB in chunks")
            try await scene.play(.refuse(.bob))
            try await scene.expect(.success, scene.update(byteCount: 100_000), .chunks(of: 10_000), "100 KB in chunks")
            try await scene.play(.admit(.bob))
        },
        Rule("http.announced", "A body that is announced as too large is refused before it has come.") { scene in
            let announced = scene.update(add: [scene.rootHash(.bob)]).with(\.framing, .announced(1_000_000_000))
            try await scene.expect(.tooLarge, announced, "1,000,000,000 bytes are announced, and few are sent")
            try await scene.play(.refuse(.bob), .update(add: [.bob]), .admit(.bob))
        },
        Rule("http.method", "A request with another method does nothing.") { scene in
            try await scene.play(.update(add: [.bob]))
            let (proof, update) = (scene.prove(try await scene.proof()), scene.update(add: [scene.rootHash(.carol)]))
            for call in [proof, update] {
                for method in ["PUT", "PATCH", "DELETE"] where scene.settings.lines[call.route].method != method {
                    try await scene.expect(.noSuccess, call.with(\.method, method), "with the method \(method)")
                }
            }
            try await scene.play(.readsNot(.bob), .refuse(.carol))
            try await scene.expect(.success, proof, "the proof with its method")
            try await scene.expect(.success, update, "the update with its method")
            for route in [Route.guest, .transfer, .remove] where !scene.settings.lines[route].isNone {
                let call = scene.call(route, .alice, target: .bob).with(\.method, "GET")
                _ = try await scene.session.send(call, "GET on the route --\(route.rawValue)")
            }
            let isOwner = try await scene.access(.alice).isOwner
            try require(isOwner, "alice reads after requests with GET", "isOwner of true", "isOwner of \(isOwner)")
            guard !scene.settings.lines.leave.isNone else { return }
            for method in ["POST", "PUT"] where scene.settings.lines.leave.method != method {
                _ = try await scene.session.send(scene.call(.leave, .bob).with(\.method, method), "with \(method)")
            }
            try await scene.play(.reads(.bob))
        },
        Rule("http.override", "A header does not change the method of a request.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            for name in ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"] {
                let call = scene.read(.alice).with(\.headers, [name: "DELETE"])
                try await scene.expect(.success, call, "alice reads, and \(name) is DELETE")
                guard scene.settings.lines.read.method != "POST" else { continue }
                // Many servers let it change a POST alone.
                try await scene.expect(.noSuccess, call.with(\.method, "POST"), "with POST, and \(name) is DELETE")
            }
            try await scene.play(.reads(.bob), .reads(.alice))
        },
        Rule("http.status", "Each step has the status and the body of its row.") { scene in
            func done(_ call: Call, _ what: String) async throws {
                guard !scene.settings.lines[call.route].isNone else { return }
                let answer = try await scene.expect(.done, call, what)
                try require(answer.body.isEmpty, scene.session.describe(call, what), "no body", answer)
            }
            _ = try await scene.session.started(scene.session.startCall(), "alice starts a new one", .created)
            _ = try await scene.session.started(scene.startAgain(.alice), "alice starts it again", .message)
            try await done(scene.update(add: [scene.rootHash(.bob)]), "an update")
            try await scene.expect(.message, scene.call(.challenge, .bob), "a challenge")
            try await done(scene.prove(scene.proof()), "a proof")
            try await scene.expect(.message, scene.read(.bob), "an answer about access")
            if !scene.settings.lines.list.isNone {
                try await scene.expect(.message, scene.call(.list, .bob), "a list")
            }
            try await done(scene.call(.leave, .bob), "bob leaves")
            try await done(scene.call(.end, .alice), "alice ends it")
        },
        Rule("http.error", "Each error has its word.") { scene in
            func expect(_ words: String..., of expected: Expected, _ call: Call, _ what: String) async throws {
                let answer = try await scene.expect(expected, call, what)
                let isJSON = answer.headers["content-type"]?.lowercased().hasPrefix("application/json") == true
                let isRight = isJSON && words.contains(answer.json("error") ?? "")
                let sentence = "{\"error\":\"\(words[0])\"} as application/json"
                try require(isRight, scene.session.describe(call, what), sentence, answer)
            }
            try await expect("unauthorized", of: .unauthorized, scene.read(nil), "without a token")
            try await expect("malformed", of: .malformed, scene.update("{"), "half a message")
            try await expect("accessDenied", of: .refusal, scene.read(.carol), "a stranger reads")
            let large = scene.update(byteCount: 140_000)
            if let answer = try? await scene.session.send(large, "140 KB"), answer.status == 413 {
                let isRight = answer.json("error") == "contentTooLarge"
                try require(isRight, "an update of 140 KB", #"{"error":"contentTooLarge"}"#, answer)
            }
            let unknown = scene.read(.alice).with(\.suffix, "/no-such-route")
            for (call, what) in [(unknown, "a route"), (scene.update().with(\.method, "PATCH"), "a method")] {
                try await expect("notFound", "methodNotAllowed", of: .noRoute, call, "\(what) that does not exist")
            }
        },
        Rule("http.no-route", "Another method or path of a route is 404 or 405, also without an account.") { scene in
            for call in [scene.call(.challenge, .alice), scene.call(.proof, .alice, "{}"), scene.update("{}")] {
                for call in [call, call.with(\.account, nil)] {
                    try await scene.expect(.noRoute, call.with(\.method, "PATCH"), "with the method PATCH")
                    for suffix in ["/more", "/"] {
                        try await scene.expect(.noRoute, call.with(\.suffix, suffix), "with one more part of the path")
                    }
                }
            }
        },
        Rule("http.order", "The account is looked at first, then the message, then whether to refuse.") { scene in
            let lists = #"{"addedIdentities":[],"removedIdentities":[{"rootHash":"AA=="}]}"#
            for scene in [scene, scene.missing] {
                for account in [Account.bob, .carol, nil] {
                    for call in [scene.call(.proof, account, "{}"), scene.call(.participants, account, lists)] {
                        let what = "something malformed of \(account?.rawValue ?? "nobody")"
                        try await scene.expect(account == nil ? .unauthorized : .malformed, call, what)
                    }
                }
                try await scene.expect(.refusal, scene.update(as: .carol), "an update of a stranger")
            }
            let large = String(repeating: "{", count: 140_000)
            for scene in [scene, scene.missing] {
                for call in [scene.call(.proof, .carol, large), scene.update(large, as: .carol)] {
                    try await scene.expect(.tooLarge, call, .whole, "140 KB that are malformed, of a stranger")
                    let unknown = call.with(\.account, nil)
                    try await scene.expect(.unauthorized, unknown, .whole, "140 KB of nobody")
                }
            }
        },
    ]
}

extension Scene {
    /// An update that adds Bob, with spaces behind it.
    fileprivate func update(byteCount: Int) -> Call {
        let text = updateText(add: [rootHash(.bob)])
        return update(text + String(repeating: " ", count: byteCount - text.utf8.count))
    }

    /// Sends a body in a way of its own, which a server may answer by closing the connection if it is too large.
    fileprivate func expect(
        _ expected: Expected,
        _ call: Call,
        _ framing: Client.Framing,
        _ what: String
    ) async throws {
        do {
            try await expect(expected, call.with(\.framing, framing), what)
        } catch let failure as Failure where call.body?.count ?? 0 > 131_072 && !failure.came.hasPrefix("status") {}
    }
}
