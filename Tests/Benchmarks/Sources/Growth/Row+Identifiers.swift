import CollaborationModels
import CollaborationCore

extension Row {
    /// Identifiers and texts that are compared, hashed or printed.
    static var identifiers: [Row] {
        [
            Row("`CollaborationIdentifier`: compared and hashed, n bytes of marks", size: 8_192) { n in
                let (a, b) = (
                    CollaborationIdentifier(marks(byteCount: n) + "a"),
                    CollaborationIdentifier(marks(byteCount: n))
                )
                return { expect(Set([a, b]).count == 2 && a != b && !(a < b), "they differ") }
            },
            Row("`CollaborationMetadata`: titles compared and printed, n bytes of marks", size: 500) { n in
                let a = CollaborationMetadata(localIdentifier: "a", title: marks(byteCount: n))
                let b = CollaborationMetadata(localIdentifier: "a", title: marks(byteCount: n) + "a")
                return { expect(a != b && "\(a)".utf8.count > n, "they differ") }
            },
            Row("`PersonName(parsing:)`: n words", size: 200) { n in
                let text = Array(repeating: "a", count: n).joined(separator: " ")
                return { expect(PersonName(parsing: text)?.familyName == "a", "a name") }
            },
            Row("`PersonName(parsing:)`: a word of n bytes of marks", size: 4_096) { n in
                let text = "a" + marks(byteCount: n) + ", Jr."
                return { expect(PersonName(parsing: text)?.nameSuffix == "Jr.", "a name") }
            },
        ]
    }
}
