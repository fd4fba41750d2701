import Foundation

/// How identifiers of collaborations are compared.
extension Rule {
    static let identifiers: [Rule] = [
        Rule("The identifier in a path is percent-encoded, and decoded once.", admits: true) { scene in
            let id = scene.collaboration
            let encoded = id.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
            var call = scene.read(.alice)
            for (name, what) in [
                (encoded.replacing("%", with: "%25"), "that is encoded twice"), (id + "%20", "and a space"),
                ("%20" + id, "behind a space"), (id + "%00", "and a NUL"), (id + "%0A", "and a line feed"),
                (id + "%2F", "and a slash"), (id + "%2E", "and a dot"), (id.swappedCase, "in the other case"),
                (id.fullWidth.percentEncoded, "in full width"), (id.dropLast() + "%25", "with a wildcard"),
                (id + "%E2%80%8B", "and a space of no width"), (id + "%CC%81", "and an accent"),
            ] where name != id {
                call.encodedName = name
                try await scene.expect(.noSuccess, call, "alice reads the identifier \(what)")
            }
            for name in [encoded, encoded.lowercased()] {
                call.encodedName = name
                try await scene.expect(.success, call, "alice reads the identifier, each byte encoded")
            }
        },
        Rule("The identifier in an update is compared byte by byte.") { scene in
            let (id, text) = (scene.collaboration, scene.updateText(add: [scene.rootHash(.bob)]))
            for other in [
                id.swappedCase, id + " ", " " + id, id + "\\u0000", id + "\\n", id.fullWidth, id + "%20",
                String(id.dropLast()), id + "\u{301}", id + "\u{200B}", id + "/",
            ] where other != id {
                let update = scene.update(text.replacing("\"\(id)\"", with: "\"\(other)\""))
                try await scene.expect(.refusal, update, "an update of another identifier")
            }
            try await scene.play(.refuse(.bob))
            try await scene.expect(.success, scene.update(text), "an update of the identifier")
            try await scene.play(.admit(.bob))
        },
        Rule("An identifier has 1 to 1,024 bytes of UTF-8.") { scene in
            func update(_ part: String, _ count: Int) -> Call {
                let name = "\"\(String(repeating: part, count: count))\""
                return scene.update(scene.updateText().replacing("\"\(scene.collaboration)\"", with: name))
            }
            for (part, count) in [("", 0), ("a", 1_025), ("é", 513), ("é", 1_024), ("\u{1F600}", 257), ("a", 60_000)] {
                try await scene.expect(.malformed, update(part, count), "an identifier of \(count) times '\(part)'")
            }
            // These are of other collaborations than the path.
            for (part, count) in [("a", 1_024), ("é", 512), ("\u{1F600}", 256), ("\\u00e9", 512), ("\\u0000", 1)] {
                try await scene.expect(.refusal, update(part, count), "an identifier of \(count) times '\(part)'")
            }
            try await scene.expect(.success, scene.update(), "the identifier of the path")
        },
    ]
}

extension String {
    fileprivate var swappedCase: String {
        String(map { Character($0.isUppercase ? $0.lowercased() : $0.uppercased()) })
    }

    /// Other letters, which NFKC takes for the same.
    fileprivate var fullWidth: String {
        let letters = unicodeScalars.map { 0x21...0x7E ~= $0.value ? UnicodeScalar($0.value + 0xFEE0) ?? $0 : $0 }
        return String(String.UnicodeScalarView(letters))
    }
}
