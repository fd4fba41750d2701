import Foundation

/// How identifiers of collaborations are compared.
extension Rule {
    static let identifiers: [Rule] = [
        Rule("name.encoded", "The identifier in a path is percent-encoded, and decoded once.") { scene in
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
        }
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
