/// What updates of participants do, in whatever order they arrive.
extension Rule {
    static let updates: [Rule] = [
        Rule(
            "A removed account has no access at its next request.",
            [
                .update(add: [.bob]), .admit(.bob), .reads(.bob), .update(remove: [.bob]),
                .readsNot(.bob),
            ]
        ),
        Rule(
            "A removed identity proves nothing any more.",
            [
                .update(add: [.bob, .carol]), .admit(.bob), .update(remove: [.bob, .carol]),
                .refuse(.bob), .refuse(.carol),
            ]
        ),
        Rule(
            "An addition after the removal does not bring an identity back.",
            [
                .update(add: [.bob]), .admit(.bob), .update(remove: [.bob]), .update(add: [.bob]),
                .readsNot(.bob), .refuse(.bob),
            ]
        ),
        Rule(
            "A removal counts also if it arrives before the addition.",
            [.update(remove: [.bob]), .update(add: [.bob]), .refuse(.bob)]
        ),
        Rule(
            "An identity that one update adds and removes is removed.",
            [.update(add: [.bob], remove: [.bob]), .refuse(.bob)]
        ),
        Rule(
            "An update that is repeated or empty changes nothing.",
            [
                .update(add: [.bob]), .admit(.bob), .update(add: [.bob]), .update(), .reads(.bob),
                .update(remove: [.bob]), .update(remove: [.bob]), .readsNot(.bob),
            ]
        ),
        Rule(
            "Who was removed is admitted with a new identity.",
            [
                .update(add: [.bob]), .admit(.bob), .update(remove: [.bob]),
                .update(add: [.bobAgain(1)]), .admit(.bobAgain(1)), .reads(.bob),
            ]
        ),
        Rule("A removal leaves other people and other collaborations alone.") { scene in
            let other = try await Scene(scene.session)
            try await scene.play(.update(add: [.bob, .carol]), .admit(.bob), .admit(.carol))
            try await other.play(.update(add: [.bob]), .admit(.bob))
            try await scene.play(.update(remove: [.bob]), .reads(.carol))
            try await other.play(.reads(.bob))
        },
        Rule("A stranger's update is refused and changes nothing.") { scene in
            try await scene.play(.update(add: [.bob]), .admit(.bob))
            let text = try scene.updateText(add: [scene.rootHash(.carol)], remove: [scene.rootHash(.bob)])
            try await scene.expect(.refusal, scene.update(text, as: .carol), "carol invites herself")
            try await scene.play(.refuse(.carol), .reads(.bob))
        },
    ]
}
