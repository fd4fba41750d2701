import CollaborationCore
import Foundation

/// What the sender's app sends to start a collaboration, and what ends it.
extension Rule {
    static let starting: [Rule] = [
        Rule("start.link", "The answer to a start has a link with https, or with http to this machine.") {
            scene in
            let url = try await scene.session.start().url
            let isLocal = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(url.host() ?? "")
            guard url.scheme == "https" || url.scheme == "http" && isLocal else {
                throw Failure("alice starts a collaboration", "a link with https", url)
            }
        },
        Rule("start.offered", "A selection that is not offered is malformed.") { scene in
            let (session, options) = (scene.session, scene.session.settings.selectedOptions)
            let long = String(repeating: "o", count: 1_025)
            for (what, selection) in [
                ("one that is not offered too", options + ["no-such-option"]),
                ("what is not offered", ["no-such-option"]),
                ("an empty option", options + [""]), ("an option of 1,025 bytes", options + [long]),
                ("an option and a space", [options.first.map { $0 + " " } ?? " "]),
                ("101 options", (0...100).map { _ in options.first ?? "write" }),
                ("an option in capitals", options.map { $0.uppercased() + "!" }),
            ] {
                var call = scene.call(.start, .alice, session.startText(selection))
                if session.namesCollaborations { call.collaboration += "-other" }
                try await scene.expect(.malformed, call, "alice selects \(what)")
            }
            if session.namesCollaborations {
                try await Scene(session, collaboration: scene.collaboration + "-other").play(.readsNot(.alice))
            }
            _ = try await session.start()
        },
        Rule("start.malformed", "A start that is no StartRequest is malformed.") { scene in
            let text = scene.session.startText()
            let wrong = [
                "", "{}", "[\(text)]", text.replacing("\"selectedOptions\":[", with: "\"selectedOptions\":[7,"),
                text.replacing("\"selectedOptions\"", with: "\"options\""),
                text.replacing("\"localIdentifier\"", with: "\"identifier\""),
                text.replacing("\"check\"", with: "null"),
            ]
            for body in wrong { try await scene.expect(.malformed, scene.call(.start, .alice, body), "a start") }
            _ = try await scene.session.start()
        },
        Rule("start.owner", "Nobody else starts a collaboration again, and its owner may.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            try await scene.play(.update(add: [.carol], remove: [.bobAgain(1)]))
            for account in [Account.bob, .carol] {
                let answer = try await scene.session.send(scene.startAgain(account), "\(account) starts alice's")
                // A server that makes the names may give another one.
                let name = (try? StartResponse(json: answer.body))?.collaborationIdentifier.rawValue
                guard let name, name != scene.collaboration, !scene.session.namesCollaborations else {
                    try scene.session.check(answer, .refusal, scene.startAgain(account), "\(account) starts alice's")
                    continue
                }
            }
            let again = try await scene.expect(.success, scene.startAgain(.alice), "alice starts it again")
            guard let response = try? StartResponse(json: again.body),
                response.collaborationIdentifier.rawValue.utf8.elementsEqual(scene.collaboration.utf8)
            else { throw Failure("alice starts it again", "the identifier \(scene.collaboration)", again) }
            try await scene.play(.reads(.bob), .readsNot(.carol), .reads(.alice), .admit(.carol))
            try await scene.play(.update(add: [.bobAgain(1)]), .refuse(.bobAgain(1)))
        },
        Rule("start.limits", "A start at its limits is accepted, and an option that is named twice counts once.") {
            scene in
            let session = scene.session
            let options = session.settings.selectedOptions
            let text = session.startText()
            for (what, body) in [
                ("an empty local identifier", text.replacing("\"check\"", with: "\"\"")),
                (
                    "a local identifier of 1,024 bytes",
                    text.replacing("check", with: String(repeating: "é", count: 512))
                ),
                (
                    "100 options",
                    session.startText(options + Array(repeating: options.first ?? "", count: 100 - options.count))
                ),
                ("unknown members", "{\"later\":[null],\(text.dropFirst())"),
            ] where !options.isEmpty || !what.hasPrefix("100") {
                var call = session.startCall()
                call.body = Data(body.utf8)
                let answer = try await session.expect(.success, call, what)
                guard let response = try? StartResponse(json: answer.body) else {
                    throw Failure(what, "a StartResponse", answer)
                }
                let other = Scene(session, collaboration: response.collaborationIdentifier.rawValue)
                let permitted = try await other.access(.alice).permitted
                guard Set(options).isSubset(of: permitted), Set(permitted).count == permitted.count else {
                    throw Failure(
                        "\(what), and alice reads",
                        "each selected option once",
                        permitted.joined(separator: ", ")
                    )
                }
            }
            var long = session.startCall()
            let name = String(repeating: "é", count: 513)
            long.body = Data(text.replacing("check", with: name).utf8)
            try await session.expect(.malformed, long, "a local identifier of 1,026 bytes")
        },
        Rule("start.key", "A start that is repeated with its idempotency key gives the same collaboration.") { scene in
            let session = scene.session
            guard !session.namesCollaborations else {
                throw NotSeen("The path of --start names the collaboration.", isAllowed: false)
            }
            func start(_ key: String, _ account: Account = .alice) -> Call {
                let member = #"{"idempotencyKey":\#(key),"#
                return Call(
                    route: .start,
                    account: account,
                    body: Data((member + session.startText().dropFirst()).utf8)
                )
            }
            func text(_ count: Int) -> String { "\"\(MadeProof.random(count).base64EncodedString())\"" }
            let key = text(16)
            var names: [String] = []
            for call in [start(key), start(key), start(key, .bob), start(text(16))] {
                let answer = try await session.expect(.success, call, "a start with a key")
                guard let response = try? StartResponse(json: answer.body) else {
                    throw Failure(session.describe(call, "a start with a key"), "a StartResponse", answer)
                }
                names.append(response.collaborationIdentifier.rawValue + " " + response.url.absoluteString)
            }
            guard names[0] == names[1], Set(names).count == 3 else {
                let what = "alice's key twice, the same of bob, and another one of alice"
                throw Failure(what, "one collaboration for the first two, and others", names.joined(separator: ", "))
            }
            for wrong in [text(15), text(17), "\"\"", "\"?\"", "7", "null"] {
                try await session.expect(.malformed, start(wrong), "a key that is not 16 bytes in base64")
            }
        },
        Rule("life.end", "Only the owner ends a collaboration, and after that nobody has access.") { scene in
            try await scene.play(.update(add: [.bob, .carol]), .admit(.bob))
            for account in [Account.bob, .carol] {
                try await scene.expect(.refusal, scene.call(.end, account), "\(account) ends alice's")
            }
            try await scene.play(.reads(.bob), .reads(.alice))
            try await scene.expect(.success, scene.call(.end, .alice), "alice ends it")
            try await scene.play(.readsNot(.bob), .readsNot(.alice), .refuse(.carol), .refuse(.bob))
            // It can be started again, and whoever was known stays removed.
            let again = try await scene.expect(
                .success,
                scene.startAgain(.alice),
                "alice starts it again after its end"
            )
            let name = (try? StartResponse(json: again.body))?.collaborationIdentifier.rawValue
            guard name == scene.collaboration || scene.session.namesCollaborations else { return }
            try await scene.play(.reads(.alice), .readsNot(.bob), .update(add: [.bob, .carol]), .refuse(.bob))
            try await scene.play(.refuse(.carol), .update(add: [.bobAgain(1)]), .admit(.bobAgain(1)))
        },
    ]
}
