import CollaborationModels
import CollaborationProofs
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Comparison of texts")
struct TextComparisonTests {
    /// Two texts that are equal strings and have different bytes.
    static let texts = ["caf\u{e9}", "cafe\u{301}"]

    @Test("Values of every model with texts are equal only if the texts have the same bytes")
    func bytes() throws {
        let url = try Samples.url()
        func notice(by author: String, in title: String) throws -> Notice? {
            let event = HighlightChangeEvent(highlight: try Samples.highlight(), trigger: .edit)
            return Notice(of: event, in: try Samples.highlight(title: title), by: author)
        }
        func person(_ handle: String?, _ name: String) -> Person {
            Person(handle: handle, identity: nil, displayName: name, thumbnailImageData: nil)
        }

        try expectDifferent { person($0, "Bob") }
        try expectDifferent { person(nil, $0) }
        try expectDifferent { text in
            var changed = person(nil, "Bob")
            changed.handle = text
            changed.displayName = text
            return changed
        }
        try expectDifferent { MentionedPerson.cloudKitShareHandle($0) }
        let metadata = Self.texts.map { CollaborationMetadata(localIdentifier: "7", initiatorHandle: $0) }
        #expect(metadata[0] != metadata[1])
        try expectDifferent { CloudKitShare(recordName: $0) }
        try expectDifferent { text in
            var share = CloudKitShare(recordName: "share-1")
            share.title = text
            return share
        }
        try expectDifferent { text in
            var preview = TransferPreview(title: "Recipes")
            preview.title = text
            return preview
        }
        try expectDifferent { text in
            try StrictJSONDecoder().decode(PublicRefusal.self, from: #"{"error":"\#(text)"}"#.utf8)
        }
        try expectDifferent { Highlight(url: url, identifier: $0) }
        try expectDifferent { try Samples.highlight(title: $0) }
        try expectDifferent { try Samples.highlight(identifier: $0) }
        try expectDifferent { try notice(by: $0, in: "Notes") }
        try expectDifferent { try notice(by: "Ann", in: $0) }
        for part in [
            \PersonName.namePrefix, \.givenName, \.middleName, \.familyName, \.nameSuffix, \.nickname,
        ] {
            try expectDifferent { text in
                var name = PersonName()
                name[keyPath: part] = text
                return name
            }
        }
    }

    @Test("The parts of a name are distinguished by their place")
    func places() {
        #expect(PersonName(givenName: "Ann") != PersonName(familyName: "Ann"))
        #expect(PersonName(givenName: "") != PersonName())
    }

    @Test("A mentioned identity is never a mentioned handle")
    func mentions() throws {
        let identity = MentionedPerson.identity(try Samples.identity(1))
        #expect(identity != .cloudKitShareHandle("\(try Samples.identity(1))"))
        #expect(identity != .identity(try Samples.identity(2)))
    }

    func expectDifferent<Value: Hashable & Codable>(
        sourceLocation: SourceLocation = #_sourceLocation,
        _ make: (String) throws -> Value
    ) throws {
        let values = try Self.texts.map(make)
        #expect(values[0] != values[1], sourceLocation: sourceLocation)
        #expect(Set(values + (try Self.texts.map(make))).count == 2, sourceLocation: sourceLocation)
        for value in values {
            #expect(try roundTrip(value) == value, sourceLocation: sourceLocation)
        }
    }
}
