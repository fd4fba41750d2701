import CollaborationCore
import CollaborationTestSupport
import Foundation
import Testing

@Suite("String identifiers")
struct StringIdentifierTests {
    static let types: [any StringIdentifier.Type] = [
        LocalCollaborationIdentifier.self, CollaborationIdentifier.self, AccountIdentifier.self,
    ]

    /// Pairs of strings in the order of their bytes.
    ///
    /// The second to the fourth pair are equal as strings, and one of the fourth is ASCII.
    static let pairs = [
        ("Alice", "alice"), ("jose\u{301}", "jos\u{e9}"), ("\u{c5}", "\u{212b}"), ("K", "\u{212a}"),
        ("a", "a\0"), ("\u{ffff}", "\u{10000}"), ("", "a"),
    ]

    @Test("Identifiers with different UTF-8 bytes differ, even if the strings look alike", arguments: types)
    func different(_ type: any StringIdentifier.Type) {
        func check<Identifier: StringIdentifier>(_: Identifier.Type) {
            for pair in Self.pairs {
                let (one, other) = (Identifier(pair.0), Identifier(pair.1))
                let (isSame, isOther) = (one == other, one != other)
                #expect(!isSame && isOther, "\(pair)")
                #expect(Set([one, other]).count == 2, "\(pair)")
                // Equal as strings, they would be hashed alike.
                #expect(one.hashValue != other.hashValue, "\(pair)")
            }
        }
        check(type)
        // The operators that a call with a concrete type chooses.
        let (one, other): (CollaborationIdentifier, CollaborationIdentifier) = ("jose\u{301}", "jos\u{e9}")
        let (isSame, isOther) = (one == other, one != other)
        #expect(!isSame && isOther)
    }

    @Test("Identifiers with the same UTF-8 bytes are equal, however they were made", arguments: types)
    func equal(_ type: any StringIdentifier.Type) throws {
        func check<Identifier: StringIdentifier>(_: Identifier.Type) throws {
            for name in ["bob", "jose\u{301}"] {
                let made = Identifier(name)
                let read = try JSONDecoder().decode([Identifier].self, from: JSONEncoder().encode([made]))[0]
                let (isSame, isOther) = (made == read, made != read)
                #expect(isSame && !isOther)
                #expect(Set([made, read, Identifier(rawValue: name), "\(name)" as Identifier]).count == 1)
                #expect(made.rawValue.utf8.elementsEqual(name.utf8) && "\(made)" == name)
            }
        }
        try check(type)
    }

    @Test("Identifiers are ordered by their UTF-8 bytes", arguments: types)
    func order(_ type: any StringIdentifier.Type) {
        func check<Identifier: StringIdentifier>(_: Identifier.Type) {
            for pair in Self.pairs {
                let (one, other) = (Identifier(pair.0), Identifier(pair.1))
                #expect(one < other && other > one && one <= other && other >= one, "\(pair)")
                #expect(!(one < one) && one <= one && [other, one].sorted() == [one, other], "\(pair)")
            }
        }
        check(type)
    }

    @Test("A dictionary with identifiers as keys is encoded as an object", arguments: types)
    func codingKey(_ type: any StringIdentifier.Type) throws {
        func check<Identifier: StringIdentifier>(_: Identifier.Type) throws {
            let dictionary: [Identifier: Int] = ["doc-42": 1]
            let json = try JSONEncoder().encode(dictionary)
            #expect(String(decoding: json, as: UTF8.self) == #"{"doc-42":1}"#)
            #expect(try JSONDecoder().decode([Identifier: Int].self, from: json) == dictionary)
        }
        try check(type)
    }

    /// Swift's strings would take half an hour: they sort a run of combining marks, which takes quadratic time.
    @Test(
        "Identifiers are compared and hashed in time linear in their length",
        .timeLimit(.minutes(10)),
        arguments: types
    ) func linearTime(_ type: any StringIdentifier.Type) {
        func check<Identifier: StringIdentifier>(_: Identifier.Type) {
            let marks = String(repeating: "\u{301}\u{323}", count: 100_000)
            let (one, other) = (Identifier("a" + marks), Identifier("a" + marks + "b"))
            #expect(Set([one, other, one]).count == 2)
            #expect(one < other)
        }
        check(type)
    }

    @Test("A decoded identifier or key has 1 to 1,024 bytes of UTF-8; a local one may be empty", arguments: types)
    func rule(_ type: any StringIdentifier.Type) throws {
        func check<Identifier: StringIdentifier>(_: Identifier.Type) throws {
            for (text, error) in [
                ("", Identifier.canBeEmpty ? nil : MalformedMessage.Rule.identifierEmpty), ("a", nil),
                (String(repeating: "\u{e9}", count: 512), nil),
                (String(repeating: "\u{e9}", count: 512) + "a", .identifierTooLong),
            ] {
                #expect(Identifier(text).brokenRule == error)
                let decoded = try? decode([Identifier].self, from: #"["\#(text)"]"#)
                #expect((decoded == nil) == (error != nil))
                let key = try? decode([Identifier: Int].self, from: #"{"\#(text)":1}"#)
                #expect((key == nil) == (error != nil))
            }
        }
        try check(type)
        #expect(LocalCollaborationIdentifier.canBeEmpty && !CollaborationIdentifier.canBeEmpty)
    }

    @Test("An identifier prints on one line, without marks of direction and invisible characters", arguments: types)
    func oneLine(_ type: any StringIdentifier.Type) {
        func check<Identifier: StringIdentifier>(_: Identifier.Type) {
            let text =
                "a\nb\rc\r\nd\u{2028}e\u{2029}f\u{85}g\u{B}h\u{C}i\u{0}j\u{202A}k\u{202E}l\u{2066}m\u{2069}n\u{200B}"
                + "o\u{200E}p\u{200F}q\u{FEFF}r\u{E0000}\u{E007F}s\u{61C}t"
            let line = Identifier(text).description
            #expect(line.hasPrefix(#"a\nb\rc\r\nd\u{2028}e"#))
            #expect(line.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 0x20 })
        }
        check(type)
    }
}
