import Foundation
import ToolSupport

/// What updates of participants take away, in whatever order they arrive, and from whom they come.
extension Rule {
    static let updates: [Rule] = [
        Rule("update.access", "A removed account has no access at its next request.") {
            [
                .update(add: [.bob, .bobAgain(1)]), .admit(.bob), .admit(.bobAgain(1)), .reads(.bob),
                .update(remove: [.bob, .bobAgain(1)]), .readsNot(.bob),
            ]
        },
        Rule("update.final", "A removal is final, whatever updates come later.") {
            [
                .update(add: [.bob]), .admit(.bob), .update(remove: [.bob]), .update(add: [.carol]),
                .update(add: [.bob]), .refuse(.bob), .update(), .update(add: [.bob]), .refuse(.bob),
                .update(remove: [.bobAgain(1)]), .refuse(.bob), .update(remove: [.bob]), .readsNot(.bob),
                .refuse(.bob), .admit(.carol),
            ]
        },
        Rule("update.early", "A removal counts also if it arrives before the addition.") {
            [.update(remove: [.bob]), .update(add: [.bob, .carol]), .refuse(.bob), .admit(.carol)]
        },
        Rule("update.both", "An identity that one update adds and removes is removed.") {
            [.update(add: [.bob, .carol], remove: [.bob]), .refuse(.bob), .admit(.carol)]
        },
        Rule("update.stranger", "A stranger's update is refused and changes nothing.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            let (bob, carol) = (scene.rootHash(.bob), scene.rootHash(.carol))
            for asks in [false, true] {
                if asks { _ = try await scene.challenge(.carol) }
                for (what, text) in [
                    ("adds herself", scene.updateText(add: [carol])),
                    ("removes bob", scene.updateText(remove: [bob])),
                    ("adds herself and removes bob", scene.updateText(add: [carol], remove: [bob])),
                    ("sends an empty update", scene.updateText()),
                ] { try await scene.expect(.refusal, scene.update(text, as: .carol), "carol \(what)") }
            }
            try await scene.play(.refuse(.carol), .reads(.bob), .update(remove: [.bob]))
            for text in [scene.updateText(add: [bob]), scene.updateText()] {
                try await scene.expect(.refusal, scene.update(text, as: .bob), "bob's update after his removal")
            }
            try await scene.play(.refuse(.bob))
        },
        Rule("update.unknown", "An update is one of the collaboration of the path, whatever an unknown member names.") {
            scene in
            let other = try await Scene(scene.session)
            let text = scene.updateText(add: [scene.rootHash(.bob)]).dropFirst()
            let naming = "{\"collaborationIdentifier\":\(other.collaboration.quoted),\(text)"
            try await scene.expect(.success, scene.update(naming), "an update that names another collaboration")
            try await other.play(.refuse(.bob))
            try await scene.play(.admit(.bob))
        },
        Rule("update.life", "A collaboration has 10,000 identities in its life, removed ones included.") { scene in
            try await scene.play(.update(add: [.bob], remove: [.bobAgain(1)]), .admit(.bob))
            for number in 0..<10 {
                let roots = MadeProof.randomRoots(number < 9 ? 1_000 : 997)
                let update = number % 2 == 0 ? scene.update(add: roots) : scene.update(remove: roots)
                try await scene.expect(.success, update, "alice's update \(number)")
            }
            let two = scene.update(add: [.carol, .alice].map(scene.rootHash))
            try await scene.expect(.malformed, two, "two identities more, where one has room")
            try await scene.play(.refuse(.carol), .update(add: [.alice]))
            let more = scene.update(add: [scene.rootHash(.carol)])
            let answer = try await scene.expect(.malformed, more, "one identity more")
            try require(answer.json("error") == "limit", "one identity more", #"{"error":"limit"}"#, answer)
            try await scene.expect(.refusal, more.with(\.account, .carol), "the same update of a stranger")
            try await scene.play(.refuse(.carol), .reads(.bob), .update(add: [.bob], remove: [.bobAgain(1)]))
            try await scene.play(.update(remove: [.bob]), .readsNot(.bob))
            try await scene.play(.update(add: [.bobAgain(1)]), .refuse(.bobAgain(1)))
        },
    ]
}
