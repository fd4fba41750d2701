import CollaborationModels
import CollaborationProofs
import Foundation

extension Row {
    /// Models that are decoded by `StrictJSONDecoder`.
    static var decoding: [Row] {
        [
            Row("`StrictJSONDecoder`: n identifiers of 1,000 bytes of combining marks", size: 16) { n in
                let identifier = "\"" + marks(byteCount: 1_000) + "\""
                let json = array(of: Array(repeating: identifier, count: n))
                return { expect(try decode([CollaborationIdentifier].self, json).count == n, "identifiers") }
            },
            Row(
                "`StrictJSONDecoder`: n members with names of marks, as a dictionary of identifiers",
                size: 64
            ) {
                n in
                let members = (0..<n).map { "\"\(marks(byteCount: 200))\($0)\":1" }
                let json = Array(("{" + members.joined(separator: ",") + "}").utf8)
                return { expect(try decode([CollaborationIdentifier: Int].self, json).count == n, "members") }
            },
            Row("`StrictJSONDecoder`: n unknown objects with 100 names of 250 bytes", size: 4) { n in
                let object = "{" + (0..<100).map { #""\#(longName($0))":0"# }.joined(separator: ",") + "}"
                let json = Array(
                    ("{\"displayName\":\"\",\"x\":"
                        + String(decoding: array(of: Array(repeating: object, count: n)), as: UTF8.self) + "}")
                        .utf8
                )
                return { _ = try decode(Person.self, json) }
            },
            Row("`StrictJSONDecoder`: n numbers", size: 1_000) { n in
                let json = array(of: (0..<n).map { "\($0)e-1" })
                return { expect(try decode([Double].self, json).count == n, "numbers") }
            },
            Row("`StrictJSONDecoder`: n arrays within arrays, 8 deep", size: 100) { n in
                let deep = String(repeating: "[", count: 7) + "1" + String(repeating: "]", count: 7)
                let json = array(of: Array(repeating: deep, count: n))
                return { expect(try decode([[[[[[[[Int]]]]]]]].self, json).count == n, "arrays") }
            },
            Row("`StrictJSONDecoder`: n objects with a fault in the last one", size: 300) { n in
                let json = array(of: Array(repeating: #"{"displayName":"a"}"#, count: n - 1) + ["{}"])
                return { expect((try? decode([Person].self, json)) == nil, "the fault") }
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
                let notices = Array(
                    repeating: Notice(of: event, in: highlight, by: marks(byteCount: 400)),
                    count: n
                )
                let json = try JSONEncoder().encode(notices.compactMap(\.self))
                return {
                    let notices = try decode([Notice].self, json)
                    expect(
                        notices.allSatisfy { $0.addressee != .cloudKitShareHandle("carol") },
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

    private static func array(of elements: [String]) -> [UInt8] {
        Array(("[" + elements.joined(separator: ",") + "]").utf8)
    }
}
