import CollaborationCore
import Foundation

/// The text of a message, to the last byte of its limits.
extension Rule {
    static let grammar: [Rule] = [
        Rule(
            "grammar.encoding",
            "A text in another encoding, or that is not Unicode, is malformed.",
            malformedBytes: otherEncodings + notUnicode.map(adding)
        ),
        Rule(
            "grammar.beyond",
            "A text that is by one beyond its limits is malformed.",
            malformedBytes: [
                #""x":\#(nested(32))"#, #""x":\#(nested(9_000))"#, "\"x\":{\(members(1_025))}", members(1_024),
                "\"\(repeated("n", 257))\":0", "\"\(repeated("é", 129))\":0", "\"\(repeated("\\u00e9", 129))\":0",
                "\"x\":\(repeated("1", 129))", "\"x\":-1.\(repeated("0", 126))",
            ].map { adding(Data($0.utf8)) }
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
        Rule("http.size", "A body has 131,072 bytes at most.") { scene in
            let text = scene.updateText(add: [scene.rootHash(.bob)])
            let longer = scene.update(text + repeated(" ", 131_073 - text.utf8.count))
            // A server may also close the connection before it has read everything.
            if let answer = try? await scene.session.send(longer, "131,073 bytes") {
                try scene.session.check(answer, .tooLarge, longer, "131,073 bytes")
            }
            try await scene.play(.refuse(.bob))
            let longest = scene.update(text + repeated(" ", 131_072 - text.utf8.count))
            try await scene.expect(.success, longest, "131,072 bytes")
            try await scene.play(.admit(.bob))
        },
        Rule("grammar.vectors", "Each text of the vectors is malformed or refused, as the specification says.") {
            scene in
            guard let file = scene.session.settings.vectors else {
                throw NotSeen("The file is not given: see --vectors.", isAllowed: false)
            }
            let texts = try Vectors(path: file).texts
            try await scene.play(.update(add: [.bob]))
            for text in texts {
                // A request has members besides, which are unknown in an answer to a challenge.
                var expected = Expected.refusal
                do throws(CollaborationError) {
                    _ = try IdentityProofAnswer(json: text)
                } catch .malformed {
                    expected = .malformed
                } catch {}
                var call = scene.call(.proof, .bob)
                call.body = text
                try await scene.expect(expected, call, "a text of the vectors")
            }
            try await scene.play(.admit(.bob))
        },
    ]

    private typealias Variation = (what: String, change: @Sendable (Data) -> Data)

    private static let otherEncodings: [Variation] = [
        ("UTF-16", { Data($0.flatMap { [$0, 0] }) }),
        ("UTF-16 with a mark", { Data([0xFE, 0xFF] + $0.flatMap { [0, $0] }) }),
        ("UTF-32", { Data($0.flatMap { [0, 0, 0, $0] }) }),
        ("a form", { Data("message=\(String(decoding: $0, as: UTF8.self).percentEncoded)".utf8) }),
    ]

    /// Members with bytes that are not UTF-8, surrogates or noncharacters.
    private static let notUnicode: [Data] = {
        let bytes: [[UInt8]] = [
            [0xFF], [0x80], [0xC0, 0x80], [0xC3], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xEF, 0xBF, 0xBF], [0xEF, 0xB7, 0x90], [0xF0, 0x9F, 0xBF, 0xBE],
        ]
        let escapes = [#"\uDC00\uD800"#, #"\uD800\u0041"#, #"\uFFFE"#, #"\uFDEF"#, #"\uD83F\uDFFF"#]
        let values = bytes + escapes.map { Array($0.utf8) }
        let names = [#""\uD800":1"#, #""\uFFFF":1"#].map { Data($0.utf8) }
        return values.map { Data(#""x":""#.utf8) + $0 + Data("\"".utf8) } + names
    }()

    /// The message with other bytes behind its first brace.
    private static func adding(_ member: Data) -> Variation {
        ("one more member", { Data("{".utf8) + member + Data(",".utf8) + $0.dropFirst() })
    }

    private static func repeated(_ text: String, _ count: Int) -> String {
        String(repeating: text, count: max(count, 0))
    }

    private static func nested(_ depth: Int) -> String { repeated("[", depth) + repeated("]", depth) }

    private static func members(_ count: Int) -> String { (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") }
}
