import CollaborationCore
import Foundation

/// What the sender's app sends to start a collaboration, and what ends it.
extension Rule {
    static let starting: [Rule] = [
        Rule("The answer to a start has a link with https, or with http to this machine.", admits: true) {
            scene in
            let url = try await scene.session.start().url
            let isLocal = ["localhost", "127.0.0.1", "::1", "[::1]"].contains(url.host() ?? "")
            guard url.scheme == "https" || url.scheme == "http" && isLocal else {
                throw Failure("alice starts a collaboration", "a link with https", url)
            }
        },
        Rule("A selection that is not offered is malformed.") { scene in
            let (session, options) = (scene.session, scene.session.settings.options)
            for selection in [options + ["no-such-option"], ["no-such-option"], options + [""]] {
                var call = scene.call(.start, .alice, session.startText(selection))
                if session.namesCollaborations { call.collaboration += "-other" }
                try await scene.expect(.malformed, call, "alice selects \(selection)")
            }
            _ = try await session.start()
        },
        Rule("A start that is no StartRequest is malformed.") { scene in
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
        Rule("Nobody else starts a collaboration again, and its owner may.", admits: true) { scene in
            guard scene.session.namesCollaborations else {
                throw NotSeen(reason: "The path of --start has no {collaboration}: the server makes each a new one.")
            }
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            let text = scene.session.startText()
            for account in [Account.bob, .carol] {
                try await scene.expect(.refusal, scene.call(.start, account, text), "\(account) starts alice's")
            }
            try await scene.expect(.success, scene.call(.start, .alice, text), "alice starts it again")
            try await scene.play(.reads(.bob), .readsNot(.carol))
        },
        Rule("Only the owner ends a collaboration, and after that nobody has access.") { scene in
            try await scene.play(.update(add: [.bob, .carol]), .admit(.bob))
            for account in [Account.bob, .carol] {
                try await scene.expect(.refusal, scene.call(.end, account), "\(account) ends alice's")
            }
            try await scene.play(.reads(.bob), .reads(.alice))
            try await scene.expect(.success, scene.call(.end, .alice), "alice ends it")
            try await scene.play(.readsNot(.bob), .readsNot(.alice), .refuse(.carol), .refuse(.bob))
        },
    ]
}
