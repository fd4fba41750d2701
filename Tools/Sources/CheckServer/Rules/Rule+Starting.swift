import CollaborationCore
import Foundation
import ToolSupport

/// What the sender's app sends to start a collaboration.
extension Rule {
    static let starting: [Rule] = [
        Rule("start.link", "The answer to a start has a link with https, or with http to this machine.") { scene in
            let url = try await scene.session.start().url
            let isLocal = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(url.host() ?? "")
            let isRight = url.scheme == "https" || url.scheme == "http" && isLocal
            try require(isRight, "alice starts a collaboration", "a link with https", url)
        },
        Rule("start.offered", "A selection that is not offered is malformed.") { scene in
            let (session, options) = (scene.session, scene.settings.selectedOptions)
            let other = Scene(session, collaboration: scene.collaboration + "-other")
            let long = String(repeating: "o", count: 1_025)
            let capitals = (options.first ?? "").swappedCase
            let end = scene.settings.offeredOptions?.contains(capitals) == false ? "" : "!"
            for (what, selection) in [
                ("one that is not offered too", options + ["no-such-option"]),
                ("what is not offered", ["no-such-option"]),
                ("an empty option", options + [""]), ("an option of 1,025 bytes", options + [long]),
                ("an option and a space", [options.first.map { $0 + " " } ?? " "]),
                ("101 options", (0...100).map { _ in options.first ?? "write" }),
                ("an option in capitals", [capitals + end]),
            ] {
                let named = session.namesCollaborations ? other : scene
                let call = named.call(.start, .alice, session.startText(selection))
                try await scene.expect(.malformed, call, "alice selects \(what)")
            }
            if session.namesCollaborations { try await other.play(.readsNot(.alice)) }
            _ = try await session.start()
        },
        Rule("start.malformed", "A start that is no StartRequest is malformed.") { scene in
            let text = scene.session.startText()
            let wrong =
                [
                    "", "{}", "[\(text)]", text.replacing("\"selectedOptions\":[", with: "\"selectedOptions\":[true,"),
                    text.replacing("\"selectedOptions\"", with: "\"options\""),
                    text.replacing("\"localIdentifier\"", with: "\"identifier\""),
                    text.replacing("\"check\"", with: "null"),
                ]
                + ["null", "7", "\"\"", "\"\(String(repeating: "n", count: 1_025))\"", "[\"n\"]"].map {
                    "{\"collaborationIdentifier\":\($0),\(text.dropFirst())"
                }
            for body in wrong { try await scene.expect(.malformed, scene.call(.start, .alice, body), "a start") }
            _ = try await scene.session.start()
        },
        Rule("start.owner", "Nobody else starts a collaboration again, and its owner may.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            try await scene.play(.update(add: [.carol], remove: [.bobAgain(1)]))
            let words = #""account":"alice","owner":"alice","user":"alice","#
            try await scene.expect(.refusal, scene.startAgain(.bob), "bob starts what he takes part in")
            if scene.session.namesCollaborations {
                try await scene.expect(.refusal, scene.startAgain(.carol, with: words), "carol starts what is alice's")
            } else {
                let unknown = Scene(scene.session, collaboration: Session.newName)
                for (other, account) in [(scene, Account.carol), (unknown, .alice)] {
                    let what = "\(account) starts a name that is not \(account)'s"
                    let started = try await scene.session.started(other.startAgain(account, with: words), what)
                    let name = started.collaborationIdentifier.rawValue
                    try require(name != other.collaboration, what, "a new identifier", name)
                }
            }
            let again = try await scene.session.started(scene.startAgain(.alice), "alice starts it again")
            let name = again.collaborationIdentifier.rawValue
            let isSame = name.utf8.elementsEqual(scene.collaboration.utf8)
            try require(isSame, "alice starts it again", "the identifier \(scene.collaboration)", name)
            try await scene.play(.reads(.bob), .readsNot(.carol), .reads(.alice), .admit(.carol))
            try await scene.play(.update(add: [.bobAgain(1)]), .refuse(.bobAgain(1)))
            guard !scene.settings.lines.leave.isNone else { return }
            try await scene.play(.does(.bob, .leave))
            try await scene.expect(.success, scene.startAgain(.alice), "alice starts it again, as bob has left")
            try await scene.play(.admit(.bob))
        },
        Rule("start.limits", "A start at its limits is accepted, and an option that is named twice counts once.") {
            scene in
            let (session, options) = (scene.session, scene.settings.selectedOptions)
            let text = session.startText()
            func named(_ name: String) -> String { text.replacing("check", with: name) }
            let many = options + Array(repeating: options.first ?? "", count: 100 - options.count)
            for (what, body) in [
                ("an empty local identifier", named("")), ("unknown members", "{\"later\":[null],\(text.dropFirst())"),
                ("a local identifier of any characters", named(#"a\u0000\uD83D\uDE00\u00e9\n\"%00"#)),
                ("a local identifier of 1,024 bytes", named(String(repeating: "é", count: 512))),
                ("100 options", session.startText(many)),
            ] where !options.isEmpty || !what.hasPrefix("100") {
                let started = try await scene.session.started(session.startCall().with(\.body, Data(body.utf8)), what)
                let other = Scene(session, collaboration: started.collaborationIdentifier.rawValue)
                try await other.play(.update(add: [.bob]), .admit(.bob))
                let permitted = try await other.access(.bob).permitted
                let isRight = Set(options) == Set(permitted) && Set(permitted).count == permitted.count
                try require(isRight, "\(what), and bob reads", "each selected option once", permitted)
            }
            let long = session.startCall().with(\.body, Data(named(String(repeating: "é", count: 513)).utf8))
            try await session.expect(.malformed, long, "a local identifier of 1,026 bytes")
        },
        Rule("start.path", "The identifier in the path of a start counts, and not one in the message.") { scene in
            let (named, other) = (Session.newName, Scene(scene.session, collaboration: Session.newName))
            let text = #"{"collaborationIdentifier":"\#(other.collaboration)","# + scene.session.startText().dropFirst()
            let call = try scene.session.startCall(name: scene.session.chosen(named)).with(\.body, Data(text.utf8))
            let name = try await scene.session.started(call, "the message names another").collaborationIdentifier
            try require(name.rawValue == named, "the message names another", "the one of the path, \(named)", name)
            try await other.play(.readsNot(.alice))
        },
        Rule("start.key", "A start that is repeated with its idempotency key gives the same collaboration.") { scene in
            let name = Session.newName
            func start(_ key: String, _ account: Account = .alice) -> Call {
                let body = #"{"idempotencyKey":\#(key),"# + scene.session.startText().dropFirst()
                return scene.session.startCall(by: account, name: name).with(\.body, Data(body.utf8))
            }
            func text(_ bytes: Data) -> String { "\"\(bytes.base64EncodedString())\"" }
            let random = MadeProof.random(16)
            let key = text(random)
            // Where the path names the collaboration, the key is one that is repeated with the name.
            let others =
                scene.session.namesCollaborations
                ? [] : [start(key, .bob), start(text(random.prefix(15) + [~random[15]])), start(key)]
            var names: [String] = []
            for (number, call) in ([start(key), start(key)] + others).enumerated() {
                let response = try await scene.session.started(call, "a start with a key")
                let other = Scene(scene.session, collaboration: response.collaborationIdentifier.rawValue)
                if number == 0 { try await other.play(.update(add: [.bob]), .admit(.bob)) }
                if number == 1 { try await other.play(.reads(.bob)) }
                names.append(response.collaborationIdentifier.rawValue + " " + response.url.absoluteString)
            }
            let what = "alice's key twice, then the same of bob, another one of alice, and the first one"
            let isRight = names[0] == names[1] && names[0] == names.last && Set(names).count == max(1, others.count)
            try require(isRight, what, "one collaboration for alice's first key, and others", names)
            let named = scene.startAgain(.alice, with: #""idempotencyKey":\#(text(MadeProof.random(16))),"#)
            let came = try await scene.session.started(named, "a start with a name of alice's and a new key")
            let isNamed = came.collaborationIdentifier.rawValue == scene.collaboration
            try require(isNamed, "a name of alice's and a new key", scene.collaboration, came)
            let calls = Array(repeating: start(text(MadeProof.random(16))), count: 5)
            let atOnce = try await scene.sendAtOnce(calls).map {
                (try? StartResponse(json: $0.body))?.collaborationIdentifier
            }
            try require(Set(atOnce).count == 1, "one start with a key, five times at once", "one collaboration", atOnce)
            let wrong = [key.replacing("=", with: ""), text(random.prefix(15)), text(random + [0])]
            for wrong in wrong + ["\"\"", "\"?\"", "7", "null"] {
                try await scene.expect(.malformed, start(wrong), "a key that is not 16 bytes in base64")
            }
        },
    ]
}
