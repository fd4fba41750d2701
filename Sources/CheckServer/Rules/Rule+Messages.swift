import Foundation

/// Which messages are malformed, and that those change nothing.
extension Rule {
    static let messages: [Rule] = [
        Rule(
            "A body that is not one JSON object in UTF-8 is malformed.",
            malformed: [
                ("an empty body", { _ in "" }), ("a text", { _ in "proof" }), ("an array", { "[\($0)]" }),
                ("a message without its end", { String($0.dropLast()) }), ("two messages", { $0 + $0 }),
                ("a byte-order mark", { "\u{FEFF}" + $0 }), ("a comment", { $0 + "//" }),
            ]
        ),
        Rule(
            "A member that is missing, null or of another type is malformed.",
            malformed: [
                replacing("\"signatureData\"", "\"signature\""), replacing("\"removedI", "\"i"),
                replacing("Identities\":[]", "Identities\":null"), replacing("Index\":0", "Index\":null"),
                replacing("Hashes\":[", "Hashes\":[7,"), replacing("rootHash\":", "rootHash\":7,\"x\":"),
                replacing("\"challenge\":", "\"challenge\":[],\"x\":"),
                replacing("proof\":", "proof\":7,\"x\":"),
            ]
        ),
        Rule(
            "An index that is not written as an integer is malformed.",
            malformed: ["0.0", "0e0", "-0", "\"0\"", "false", "00"].map {
                replacing("Index\":0", "Index\":\($0)")
            }
        ),
        Rule(
            "A name that occurs twice is malformed.",
            malformed: [
                replacing("Index\":0", "Index\":1,\"publicKeyIndex\":0"),
                replacing("\"removedI", "\"addedIdentities\":[],\"removedI"),
                replacing("{\"c", "{\"x\":1,\"\\u0078\":1,\"c"),
            ]
        ),
        Rule(
            "Base64 in any but its canonical form is malformed.",
            malformed: ["", "=\\n", "-_=", "=A==", " ="].map { replacing("=\"", "\($0)\"") }
        ),
        Rule("A root hash of an update that has not 32 bytes is malformed.") { scene in
            for count in [0, 31, 33] {
                let update = scene.updateText(add: [Data(count: count).base64EncodedString()])
                try await scene.expect(.malformed, scene.update(update), "a root hash of \(count) bytes")
            }
        },
        Rule("A message beyond a limit is malformed.") { scene in
            let arrays = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
            let members = (0..<1100).map { "\"\($0)\":0" }.joined(separator: ",")
            let name = String(repeating: "n", count: 300)
            let hashes = Array(repeating: Data(count: 32).base64EncodedString(), count: 1_001)
            let start = scene.updateText().dropLast()
            let updates = [
                ("arrays within each other", "\(start),\"x\":\(arrays)}"),
                ("1,100 members", "\(start),\(members)}"),
                ("a long name", "\(start),\"\(name)\":0}"),
                ("a long number", "\(start),\"x\":\(name.replacing("n", with: "1"))}"),
                ("a long identifier", "\(start)}".replacing(scene.document, with: name + name + name + name)),
                ("an empty identifier", "\(start)}".replacing(scene.document, with: "")),
                ("1,001 identities", scene.updateText(add: hashes)),
            ]
            for (what, update) in updates { try await scene.expect(.malformed, scene.update(update), what) }
        },
        Rule("Unknown members are ignored, and the order of members does not count.") { scene in
            let later = #"{"later":[{"x":null},1e999],"#
            let update = later + (try scene.updateText(add: [scene.rootHash(.bob)]).dropFirst())
            try await scene.expect(.success, scene.update(update), "an update with an unknown member")
            let proof = try await scene.proof().json.dropFirst().dropLast()
            let parts = proof.split(separator: ",", maxSplits: 1)
            let turned = scene.prove(" \(later)\n\(parts[1]),\t\(parts[0])}\r\n")
            try await scene.expect(.success, turned, "a proof with an unknown member, in another order")
        },
        Rule("A malformed update changes nothing.") { scene in
            let update = scene.updateText(add: [try scene.rootHash(.bob)], remove: ["AA=="])
            try await scene.expect(.malformed, scene.update(update), "a good root hash and a malformed one")
            try await scene.play(.refuse(.bob))
        },
        Rule("A body of 200 KiB is refused and changes nothing.") { scene in
            let spaces = String(repeating: " ", count: 200 << 10)
            let update = scene.update(scene.updateText(add: [try scene.rootHash(.bob)]) + spaces)
            // A server may also close the connection before it has read everything.
            let answer = try? await scene.session.send(update, "200 KiB")
            guard answer.map(Expected.tooLarge.accepts) ?? true else {
                throw Failure("an update of 200 KiB", Expected.tooLarge.rawValue, answer as Any)
            }
            try await scene.play(.refuse(.bob))
        },
    ]

    private typealias Variation = (what: String, change: @Sendable (String) -> String)

    private static func replacing(_ text: String, _ other: String) -> Variation {
        ("\(other) in place of \(text)", { $0.replacing(text, with: other) })
    }

    /// A rule that an update and a proof, each changed in these ways, are malformed.
    private init(_ sentence: String, malformed variations: [Variation]) {
        self.init(sentence) { scene in
            try await scene.play(.update(add: [.bob]))
            let update = scene.updateText(add: [try scene.rootHash(.bob)])
            let proof = try await scene.proof().json
            for (what, change) in variations {
                // What does not occur in a message is not changed in it.
                for (text, call) in [
                    (update, scene.update(change(update))), (proof, scene.prove(change(proof))),
                ]
                where call.body != text {
                    try await scene.expect(.malformed, call, what)
                }
            }
            try await scene.play(.readsNot(.bob))
        }
    }
}
