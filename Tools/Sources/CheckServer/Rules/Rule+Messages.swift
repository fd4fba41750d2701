import Foundation

/// Which messages are malformed, and that those change nothing.
extension Rule {
    private static let zeros = String(repeating: "0", count: 63)

    static let messages: [Rule] = [
        Rule(
            "message.object",
            "A body that is not one JSON object in UTF-8 is malformed.",
            malformed: [
                ("an empty body", { _ in "" }), ("a text", { _ in "proof" }), ("an array", { "[\($0)]" }),
                ("a message without its end", { String($0.dropLast()) }), ("two messages", { $0 + $0 }),
                ("a byte-order mark", { "\u{FEFF}" + $0 }), ("a comment", { $0 + "//" }),
                ("a comma at the end", { $0.dropLast() + ",}" }), ("a NUL at the end", { $0 + "\0" }),
                ("single quotes", { $0.replacing("\"", with: "'") }),
                adding("\"x\":NaN"), adding("\"x\":01"),
                adding("\"x\":.5"), adding("\"x\":+1"),
                adding("\"x\":Infinity"), adding("\"x\":\"\t\""),
                adding("\"x\":\"\\x41\""), adding("\"x\":\"\\uD800\""),
                adding("x:1"), adding("\"x\":True"),
            ]
        ),
        Rule(
            "message.member",
            "A member that is missing, null or of another type is malformed.",
            malformed: [
                replacing("\"signatureData\"", "\"signature\""), replacing("\"removedI", "\"i"),
                replacing("\"addedI", "\"i"), replacing("\"publicKey\"", "\"PublicKey\""),
                replacing("Identities\":[]", "Identities\":null"), replacing("Index\":0", "Index\":null"),
                replacing("Hashes\":[", "Hashes\":[7,"), replacing("Hashes\":[", "Hashes\":[null,"),
                replacing("rootHash\":", "rootHash\":7,\"x\":"),
                replacing("{\"rootHash\":", "\"x\",{\"rootHash\":"),
                replacing("\"challenge\":", "\"challenge\":[],\"x\":"),
                replacing("\"challenge\":", "\"challenge\":null,\"x\":"),
                replacing("\"signatureData\":", "\"signatureData\":null,\"x\":"),
                replacing("proof\":", "proof\":7,\"x\":"), replacing("proof\":", "proof\":[],\"x\":"),
                replacing("addedIdentities\":[", "addedIdentities\":[[],"),
            ]
        ),
        Rule(
            "message.index",
            "An index that is not written as an integer is malformed.",
            malformed: ["0.0", "0e0", "-0", "\"0\"", "false", "00", "0x0", "[0]", "1E1"].map {
                replacing("Index\":0", "Index\":\($0)")
            }
        ),
        Rule(
            "message.duplicate",
            "A name that occurs twice is malformed.",
            malformed: [
                replacing("Index\":0", "Index\":1,\"publicKeyIndex\":0"),
                replacing("Index\":0", "Index\":0,\"publicKeyIndex\":0"),
                replacing("\"removedI", "\"addedIdentities\":[],\"removedI"),
                replacing("{\"rootHash\"", "{\"rootHash\":\"\",\"rootHash\""),
                adding("\"x\":1,\"\\u0078\":1"),
                adding("\"x\":{\"y\":1,\"y\":1}"),
            ]
        ),
        Rule(
            "message.base64",
            "Base64 in any but its canonical form is malformed.",
            malformed: [
                ("no padding", { $0.replacing("=\"", with: "\"") }),
                ("a line break", { $0.replacing("=\"", with: "=\\n\"") }),
                ("a space", { $0.replacing("=\"", with: " =\"") }),
                ("padding and more", { $0.replacing("=\"", with: "=A==\"") }),
                ("the alphabet of URLs", { $0.replacing("=\"", with: "-_=\"") }),
                ("bits behind the last byte", { $0.replacing(#/([AEIMQUYcgkosw048])="/#) { "\($0.1.nextLetter)=\"" } }),
                ("hexadecimal", { $0.replacing(#/"[A-Za-z0-9+\/]{43}="/#, with: #""\#(zeros)""#) }),
            ]
        ),
        Rule("message.root", "A root hash of an update that has not 32 bytes is malformed.") { scene in
            for count in [0, 1, 31, 33, 64] {
                let root = Data(count: count).base64EncodedString()
                try await scene.expect(.malformed, scene.update(add: [root]), "a root hash of \(count) bytes")
                try await scene.expect(.malformed, scene.update(remove: [root]), "a removed one of \(count) bytes")
            }
            try await scene.play(.update(add: [.bob]), .admit(.bob))
        },
        Rule("message.limit", "A message beyond a limit is malformed.") { scene in
            let arrays = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
            let members = (0..<1100).map { "\"\($0)\":0" }.joined(separator: ",")
            let name = String(repeating: "n", count: 300)
            let hashes = Array(repeating: Data(count: 32).base64EncodedString(), count: 1_001)
            let start = scene.updateText().dropLast()
            let updates = [
                ("arrays within each other", "\(start),\"x\":\(arrays)}"),
                ("1,100 members", "\(start),\(members)}"), ("a long name", "\(start),\"\(name)\":0}"),
                ("a long number", "\(start),\"x\":\(name.replacing("n", with: "1"))}"),
            ]
            for (what, update) in updates { try await scene.expect(.malformed, scene.update(update), what) }
            for update in [scene.updateText(add: hashes), scene.updateText(remove: hashes)] {
                try await scene.expect(.tooLarge, scene.update(update), "1,001 identities")
            }
            try await scene.play(.update(add: [.bob]), .admit(.bob))
        },
        Rule("message.atomic", "A malformed update changes nothing.") { scene in
            let (bob, carol) = (scene.rootHash(.bob), scene.rootHash(.carol))
            try await scene.play(.update(add: [.carol]))
            for update in [
                scene.updateText(add: [bob], remove: ["AA=="]), scene.updateText(add: [bob, "AA=="]),
                scene.updateText(add: ["AA=="], remove: [carol]),
                scene.updateText(add: [bob]).dropLast() + ",}",
            ] { try await scene.expect(.malformed, scene.update(update), "a good root hash and something malformed") }
            try await scene.play(.refuse(.bob), .admit(.carol))
        },
        Rule("http.2-mib", "A body of 2 MiB is refused and changes nothing.") { scene in
            let spaces = String(repeating: " ", count: 2 << 20)
            let update = scene.update(scene.updateText(add: [scene.rootHash(.bob)]) + spaces)
            // A server may also close the connection before it has read everything.
            if let answer = try? await scene.session.send(update, "2 MiB") {
                try scene.session.check(answer, .tooLarge, update, "2 MiB")
            }
            try await scene.play(.refuse(.bob), .update(add: [.bob]), .admit(.bob))
        },
    ]

    private typealias Variation = (what: String, change: @Sendable (String) -> String)

    private static func adding(_ member: String) -> Variation {
        ("\(member) in front", { "{\(member)," + $0.dropFirst() })
    }

    private static func replacing(_ text: String, _ other: String) -> Variation {
        ("\(other) in place of \(text)", { $0.replacing(text, with: other) })
    }

    /// A rule that an update and a proof, each changed in these ways, are malformed.
    private init(_ id: String, _ sentence: String, malformed variations: [Variation]) {
        self.init(
            id,
            sentence,
            malformedBytes: variations.map { variation in
                (variation.what, { Data(variation.change(String(decoding: $0, as: UTF8.self)).utf8) })
            }
        )
    }

    init(
        _ id: String,
        _ sentence: String,
        malformedBytes variations: [(what: String, change: @Sendable (Data) -> Data)]
    ) {
        self.init(id, sentence) { scene in
            try await scene.play(.update(add: [.carol]))
            let update = scene.updateText(add: [scene.rootHash(.bob)])
            let proof = try await scene.proof(of: .carol).json
            for (what, change) in variations {
                for var call in [scene.update(update), scene.call(.proof, .carol, proof)] {
                    let text = call.body
                    call.body = text.map(change)
                    // What does not occur in a message is not changed in it.
                    if call.body != text { try await scene.expect(.malformed, call, what) }
                }
            }
            try await scene.play(.readsNot(.carol), .refuse(.bob))
            try await scene.expect(.success, scene.call(.proof, .carol, proof), "the proof as it was")
            try await scene.expect(.success, scene.update(update), "the update as it was")
        }
    }
}

extension Substring {
    /// The letter of base64 after this one, with a bit that no byte takes.
    fileprivate var nextLetter: String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        return first.flatMap { alphabet.firstIndex(of: $0) }.map { String(alphabet[($0 + 1) % 64]) } ?? ""
    }
}
