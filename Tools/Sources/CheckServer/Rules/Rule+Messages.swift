import CollaborationCore
import Foundation
import ToolSupport

/// Which messages are malformed, to the last byte of the limits, and that those change nothing.
extension Rule {
    static let messages: [Rule] = [
        Rule(
            "message.object",
            "A body that is not one JSON object in UTF-8 is malformed.",
            malformed: notObjects
                + adding(
                    ["NaN", "01", ".5", "+1", "Infinity", "True", #""\x41""#, #""\uD800""#, "\"\t\""].map {
                        "\"x\":\($0)"
                    }
                )
        ),
        Rule(
            "message.member",
            "A member that is missing, null or of another type is malformed.",
            malformed: replacing([
                (#""signatureData""#, #""signature""#), (#""removedI"#, #""i"#), (#""addedI"#, #""i"#),
                (#""publicKeyIndex""#, #""index""#), (#""inclusionHashes""#, #""hashes""#),
                (#""challenge""#, #""nonce""#), (#""proof""#, #""p""#), (#""publicKey""#, #""PublicKey""#),
                (#"Identities":[]"#, #"Identities":null"#),
                (#"Index":0"#, #"Index":null"#), (#"Hashes":["#, #"Hashes":[7,"#), (#"Hashes":["#, #"Hashes":[null,"#),
                (#"rootHash":"#, #"rootHash":7,"x":"#), (#"{"rootHash":"#, #""x",{"rootHash":"#),
                (#""challenge":"#, #""challenge":[],"x":"#), (#""challenge":"#, #""challenge":null,"x":"#),
                (#""signatureData":"#, #""signatureData":null,"x":"#), (#"proof":"#, #"proof":7,"x":"#),
                (#"proof":"#, #"proof":[],"x":"#), (#"addedIdentities":["#, #"addedIdentities":[[],"#),
            ])
                + [
                    (
                        "a root hash without its object",
                        { @Sendable text in text.replacing(#/\{"rootHash":("[^"]*")\}/#) { "\($0.1)" } }
                    )
                ]
        ),
        Rule(
            "message.index",
            "An index that is not written as an integer is malformed.",
            malformed: ["0.0", "0e0", "-0", "\"0\"", "false", "00", "0x0", "[0]", "1E1"].flatMap {
                replacing([("Index\":0", "Index\":\($0)")])
            }
        ),
        Rule(
            "message.duplicate",
            "A name that occurs twice is malformed.",
            malformed: replacing([
                (#"Index":0"#, #"Index":1,"publicKeyIndex":0"#), (#"Index":0"#, #"Index":0,"publicKeyIndex":0"#),
                (#""removedI"#, #""addedIdentities":[],"removedI"#),
                (#"{"rootHash""#, #"{"rootHash":"","rootHash""#),
            ]) + adding([#""x":1,"\u0078":1"#, #""x":{"y":1,"y":1}"#])
        ),
        Rule(
            "message.base64",
            "Base64 in any but its canonical form is malformed.",
            malformed: ["challenge", "publicKey", "inclusionHashes", "signatureData", "rootHash"].flatMap { member in
                otherBase64.map { other in
                    ("\(other.what) in \(member)", { @Sendable in within(member, $0, other.change) })
                }
            }
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
            let hashes = Array(repeating: Data(count: 32).base64EncodedString(), count: 1_001)
            let (some, others) = (Array(hashes.prefix(501)), Array(hashes.prefix(500)))
            for (add, remove) in [(hashes, []), ([], hashes), (some, others)] {
                try await scene.expect(.malformed, scene.update(add: add, remove: remove), "1,001 identities")
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
        Rule("message.unknown", "Unknown members are ignored, and the order of members does not count.") { scene in
            let later = #"{"later":[{"x":null,"é":-0},1e999,"\u0000"],"":1,"\u0000x":1,"__proto__":{"x":{}},"#
            let update =
                later
                + scene.updateText(add: [scene.rootHash(.bob)]).dropFirst()
                .replacing(#"{"rootHash""#, with: #"{"later":{"rootHash":7},"rootHash""#)
            try await scene.expect(.success, scene.update(update), "an update with an unknown member")
            let proof = try await scene.proof().json.dropFirst().dropLast()
            let parts = proof.split(separator: ",", maxSplits: 1)
            let turned = scene.call(.proof, .bob, " \(later)\n\(parts[1]),\t\(parts[0])}\r\n")
            try await scene.expect(.success, turned, "a proof with an unknown member, in another order")
        },
        Rule("grammar.escapes", "A text may have escapes and spaces wherever JSON has them.") { scene in
            try await scene.play(.update(add: [.bob]))
            let proof = try await scene.proof().json
                .replacing(#""publicKeyIndex":0"#, with: "\n \"public\\u004BeyIndex\"\t:\r 0 ")
                .replacing("/", with: "\\/")
            try await scene.expect(.success, scene.call(.proof, .bob, proof), "escaped slashes and letters")
        },
        Rule(
            "grammar.encoding",
            "A text in another encoding, or that is not Unicode, is malformed.",
            malformedBytes: otherEncodings + notUnicode
        ),
        Rule(
            "grammar.beyond",
            "A text that is by one beyond its limits is malformed.",
            malformed: adding([
                #""x":\#(nested(32))"#, #""x":\#(nested(9_000))"#, "\"x\":{\(members(1_025))}", members(1_024),
                "\"\(repeated("n", 257))\":0", "\"\(repeated("é", 129))\":0", "\"\(repeated("\\u00e9", 129))\":0",
                "\"x\":\(repeated("1", 129))", "\"x\":-1.\(repeated("0", 126))",
            ])
        ),
        Rule("grammar.limits", "A text at its limits is accepted.") { scene in
            for (number, member) in [
                #""x":\#(nested(31))"#, "\"x\":{\(members(1_024))}", members(1_020), "\"\(repeated("n", 256))\":0",
                "\"\(repeated("é", 128))\":0", "\"x\":\(repeated("1", 128))", "\"x\":[\(repeated("0,", 20_000))0]",
                "\"x\":\"\(repeated("y", 120_000))\"", "\"\u{E9}\":1,\"e\u{301}\":2",
                "\"x\":\"\u{FEFF}\u{E000}\u{10FFFD}\u{2028}\"",
            ].enumerated() {
                let person = Invitee.bobAgain(number)
                let update = scene.updateText(add: [scene.rootHash(person)])
                try await scene.expect(.success, scene.update("{\(member),\(update.dropFirst())"), "an update")
                let proof = try await scene.proof(of: person).json
                try await scene.expect(.success, scene.call(.proof, .bob, "{\(member),\(proof.dropFirst())"), "a proof")
            }
        },
        Rule("grammar.vectors", "Each text of the vectors is malformed or refused, as the specification says.") {
            scene in
            guard let texts = scene.session.vectors?.texts else {
                throw NotSeen("The file is not given: see --vectors.", isAllowed: false)
            }
            try await scene.play(.update(add: [.bob]))
            for text in texts {
                // A request has members besides, which are unknown in an answer to a challenge.
                var expected = Expected.refusal
                do throws(CollaborationError) {
                    _ = try IdentityProofAnswer(json: text)
                } catch .malformed {
                    expected = .malformed
                } catch {}
                try await scene.expect(expected, scene.call(.proof, .bob).with(\.body, text), "a text of the vectors")
            }
            try await scene.play(.admit(.bob))
        },
    ]

    private typealias Variation = (what: String, change: @Sendable (String) -> String)
    private typealias Bytes = (what: String, change: @Sendable (Data) -> Data)

    private static let notObjects: [Variation] = [
        ("an empty body", { _ in "" }), ("a text", { _ in "proof" }), ("an array", { "[\($0)]" }),
        ("a message without its end", { String($0.dropLast()) }), ("two messages", { $0 + $0 }),
        ("a byte-order mark", { "\u{FEFF}" + $0 }), ("a comment", { $0 + "//" }),
        ("a comma at the end", { $0.dropLast() + ",}" }), ("a NUL at the end", { $0 + "\0" }),
        ("single quotes", { $0.replacing("\"", with: "'") }),
        ("a name without quotes", { "{x:1," + $0.dropFirst() }),
    ]

    /// Messages with members in front.
    private static func adding(_ members: [String]) -> [Variation] {
        members.map { member in ("\(member) in front", { "{\(member)," + $0.dropFirst() }) }
    }

    /// Messages with other texts in place of some.
    private static func replacing(_ texts: [(String, String)]) -> [Variation] {
        texts.map { text, other in ("\(other) in place of \(text)", { $0.replacing(text, with: other) }) }
    }

    private static let otherBase64: [Variation] = [
        ("no padding", { $0.replacing("=\"", with: "\"") }), ("a space", { $0.replacing("=\"", with: " =\"") }),
        ("a line break", { $0.replacing("=\"", with: "=\\n\"") }),
        ("padding and more", { $0.replacing("=\"", with: "=A==\"") }),
        ("the alphabet of URLs", { $0.replacing("+", with: "-").replacing("/", with: "_") }),
        ("bits behind the last byte", { $0.replacing(#/([AEIMQUYcgkosw048])="/#) { "\($0.1.nextLetter)=\"" } }),
        ("hexadecimal", { $0.replacing(#/"[A-Za-z0-9+\/]{43}="/#, with: "\"\(repeated("0", 63))\"") }),
    ]

    /// A message in which the value of one member alone is changed.
    private static func within(_ member: String, _ text: String, _ change: (String) -> String) -> String {
        guard let start = text.firstRange(of: "\"\(member)\":")?.upperBound else { return text }
        let end = text[start...].firstIndex(of: ":") ?? text.endIndex
        return text[..<start] + change(String(text[start..<end])) + text[end...]
    }

    private static let otherEncodings: [Bytes] = [
        ("UTF-16", { Data($0.flatMap { [$0, 0] }) }),
        ("UTF-16 with a mark", { Data([0xFE, 0xFF] + $0.flatMap { [0, $0] }) }),
        ("UTF-32", { Data($0.flatMap { [0, 0, 0, $0] }) }),
        ("a form", { Data("message=\(String(decoding: $0, as: UTF8.self).percentEncoded)".utf8) }),
    ]

    /// Members with bytes that are not UTF-8, surrogates or noncharacters.
    private static let notUnicode: [Bytes] = {
        let bytes: [[UInt8]] = [
            [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xEF, 0xBF, 0xBF], [0xEF, 0xB7, 0x90], [0xF0, 0x9F, 0xBF, 0xBE],
        ]
        let escapes = [#"\uDC00\uD800"#, #"\uD800\u0041"#, #"\uFFFE"#, #"\uFDEF"#, #"\uD83F\uDFFF"#]
        let values = bytes + escapes.map { Array($0.utf8) }
        let names = [#""\uD800":1"#, #""\uFFFF":1"#].map { Data($0.utf8) }
        let members = values.map { Data(#""x":""#.utf8) + $0 + Data("\"".utf8) } + names
        return members.map { member in
            ("one more member", { Data("{".utf8) + member + Data(",".utf8) + $0.dropFirst() })
        }
    }()

    private static func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: max(count, 0))
    }

    private static func nested(_ depth: Int) -> String { repeated("[", depth) + repeated("]", depth) }

    private static func members(_ count: Int) -> String { (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") }

    /// A rule that an update and a proof, each changed in these ways, are malformed.
    private init(_ id: String, _ sentence: String, malformed variations: [Variation]) {
        let variations = variations.map { what, change in
            Bytes(what, { Data(change(String(decoding: $0, as: UTF8.self)).utf8) })
        }
        self.init(id, sentence, malformedBytes: variations)
    }

    private init(_ id: String, _ sentence: String, malformedBytes variations: [Bytes]) {
        self.init(id, sentence) { scene in
            try await scene.play(.update(add: [.carol]))
            let update = scene.updateText(add: [scene.rootHash(.bob)])
            let proof = try await scene.proof(of: .carol).json
            for (what, change) in variations {
                for call in [scene.update(update), scene.call(.proof, .carol, proof), scene.startAgain(.alice)] {
                    let changed = call.with(\.body, call.body.map(change))
                    // What does not occur in a message is not changed in it, and a start of another name is one.
                    let isStart = call.route == .start && (try? StartRequest(json: changed.body ?? Data())) != nil
                    guard changed.body != call.body, !isStart else { continue }
                    try await scene.expect(.malformed, changed, what)
                }
            }
            try await scene.play(.readsNot(.carol), .refuse(.bob), .admit(.carol))
            try await scene.expect(.success, scene.update(update), "the update as it was")
            try await scene.expect(.success, scene.startAgain(.alice), "the start as it was")
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
