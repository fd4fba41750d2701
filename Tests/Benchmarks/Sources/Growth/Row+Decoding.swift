import CollaborationModels
import CollaborationCore
import Foundation

extension Row {
    /// Models that are decoded by `StrictJSONDecoder`.
    static var decoding: [Row] {
        [
            Row("`StrictJSONDecoder`: n identifiers of 1,000 bytes of combining marks", size: 16) { n in
                let json = Array("[\(list(n) { _ in "\"\(marks(byteCount: 1_000))\"" })]".utf8)
                return { expect(try decode([CollaborationIdentifier].self, json).count == n, "identifiers") }
            },
            Row(
                "`StrictJSONDecoder`: n members with names of marks, as a dictionary of identifiers",
                size: 64
            ) { n in
                let json = Array("{\(list(n) { "\"\(marks(byteCount: 200))\($0)\":1" })}".utf8)
                return { expect(try decode([CollaborationIdentifier: Int].self, json).count == n, "members") }
            },
            Row("`StrictJSONDecoder`: n unknown objects with 100 names of 250 bytes", size: 4) { n in
                let object = "{\(list(100, of: longMember))}"
                let json = Array("{\"displayName\":\"\",\"x\":[\(list(n) { _ in object })]}".utf8)
                return { _ = try decode(Person.self, json) }
            },
            Row("`StrictJSONDecoder`: n numbers", size: 1_000) { n in
                let json = Array("[\(list(n) { "\($0)e-1" })]".utf8)
                return { expect(try decode([Double].self, json).count == n, "numbers") }
            },
            Row("`StrictJSONDecoder`: n arrays within arrays, 8 deep", size: 100) { n in
                let json = Array("[\(list(n) { _ in "[[[[[[[1]]]]]]]" })]".utf8)
                return { expect(try decode([[[[[[[[Int]]]]]]]].self, json).count == n, "arrays") }
            },
            Row("`StrictJSONDecoder`: n objects with a fault in the last one", size: 300) { n in
                let json = Array("[\(list(n) { $0 < n - 1 ? #"{"displayName":"a"}"# : "{}" })]".utf8)
                return { expectRefusal { try decode([Person].self, json) } }
            },
            Row("`StrictJSONDecoder`: n notices", size: 20) { n in
                let highlight = CollaborationHighlight(
                    collaborationIdentifier: "doc",
                    url: URL(filePath: "/a"),
                    title: marks(byteCount: 400),
                    creationDate: Date(timeIntervalSinceReferenceDate: 0)
                )
                let event = HighlightMentionEvent(
                    highlight: highlight,
                    mentionedPersonCloudKitShareHandle: marks(byteCount: 400)
                )
                let notice = Notice(of: event, in: highlight, by: marks(byteCount: 400))
                let json = try JSONEncoder().encode(Array(repeating: notice, count: n).compactMap(\.self))
                return {
                    let notices = try decode([Notice].self, json)
                    expect(
                        notices.allSatisfy { $0.kind != .mention(.cloudKitShareHandle("carol")) },
                        "a mention"
                    )
                }
            },
            Row("`TransferItem.collaborationMetadata(visibleTo:)`: n options", size: 50) { n in
                var metadata = CollaborationMetadata(localIdentifier: "a", title: marks(byteCount: 4_096))
                metadata.defaultShareOptions = try switches(n)
                let json = try JSONEncoder().encode(metadata)
                var item = TransferItem()
                item.register(
                    TransferRepresentation(typeIdentifier: .collaborationMetadata, role: .collaboration) {
                        json
                    }
                )
                let received = item
                return { _ = try await received.collaborationMetadata() }
            },
        ]
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ json: some Collection<UInt8>) throws
        -> Value
    {
        try StrictJSONDecoder().decode(type, from: json)
    }
}
