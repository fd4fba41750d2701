import CollaborationModels
import CollaborationCore
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Strict JSON decoder")
struct StrictJSONDecoderTests {
    private struct Message: Codable, Equatable {
        var name = "doc"
        var index = 2
        var ratio: Double?
        var parts: [Part]?
        var table: [String: Int]?
    }

    private struct Part: Codable, Equatable {
        var bytes: Data
    }

    private func decode(_ text: String) throws -> Message {
        try StrictJSONDecoder().decode(Message.self, from: text.utf8)
    }

    @Test("The strict decoder decodes what Foundation's encoder encodes")
    func roundTrip() throws {
        let message = Message(
            ratio: 0.25,
            parts: [Part(bytes: Data([1, 0xfb, 0xff]))],
            table: ["a b": 1, "": 2]
        )
        #expect(try StrictJSONDecoder().decode(Message.self, from: JSONEncoder().encode(message)) == message)
    }

    @Test(
        "An object is decoded with its members in any order, with unknown members and with escaped names",
        arguments: [
            #"{"parts":[{"bytes":"AQI="},{"bytes":""}],"index":2,"name":"doc"}"#,
            #"""
            {"x": [{"name": 1}, 1.5], "name": "doc", "y": {"z": null}, "index": 2, "z": true,
             "parts": [{"n": {}, "bytes": "AQI="}, {"bytes": "", "bytess": 1, "byte": 1}]}
            """#,
            #"{"\u006eame":"\u0064oc","inde\u0078":2,"parts":[{"bytes":"AQI\u003d"},{"bytes":""}]}"#,
        ]
    )
    func members(text: String) throws {
        #expect(try decode(text) == Message(parts: [Part(bytes: Data([1, 2])), Part(bytes: Data())]))
    }

    @Test("An integer of 128 bits is decoded as a value, as a member and as an element")
    func wideIntegers() throws {
        struct Wide: Codable, Equatable {
            var least = Int128.min
            var greatest: UInt128? = UInt128.max
            var both: [Int128] = [.min, .max]
        }
        #expect(try StrictJSONDecoder().decode(Wide.self, from: JSONEncoder().encode(Wide())) == Wide())
        #expect(try StrictJSONDecoder().decode(Int128.self, from: "\(Int128.min)".utf8) == .min)
    }

    @Test("The strict decoder refuses texts that end Foundation's decoder or that it reads in another way")
    func refused() throws {
        let line = #"{"name":"doc","index":2}"#
        #expect(try decode(line) == Message())
        var texts = [513, 100_000].map { Data(String(repeating: "[", count: $0).utf8) }
        for encoding in [
            String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32LittleEndian,
        ] {
            texts += try [line, String(repeating: "[", count: 513)].map {
                try #require($0.data(using: encoding))
            }
        }
        texts += [Data([0xef, 0xbb, 0xbf]) + Data(line.utf8), Data(#"{"name":"doc","index":2,}"#.utf8)]
        texts += [
            Data(#"{"name":"doc","index":2,"index":3}"#.utf8), Data(#"{"name":"doc","index":2.0}"#.utf8),
        ]
        texts += [Data(("{\"" + String(repeating: "\u{301}\u{323}", count: 16_384) + "\":1}").utf8)]
        for text in texts {
            #expect(throws: MalformedJSONError.self) {
                try StrictJSONDecoder().decode(Message.self, from: text)
            }
        }
    }

    @Test("The strict decoder tells names apart by their bytes, also where Swift's strings are equal")
    func canonicallyEquivalentNames() throws {
        struct Key: Decodable { var publicKey: String }
        for text in [
            "{\"publicKey\":\"A\",\"public\u{212a}ey\":\"B\"}",
            "{\"public\\u212aey\":\"B\",\"publicKey\":\"A\"}",
        ] {
            #expect(try StrictJSONDecoder().decode(Key.self, from: text.utf8).publicKey == "A")
        }
        #expect(reason(Key.self, from: "{\"public\u{212a}ey\":\"B\"}") == "publicKey: missing, byte 0")
        let table = try StrictJSONDecoder().decode(
            [CollaborationIdentifier: Int].self,
            from: "{\"jos\u{e9}\":1,\"jose\u{301}\":2}".utf8
        )
        #expect(table == ["jos\u{e9}": 1, "jose\u{301}": 2])
    }

    @Test("The size limit of a text can be set for each strict decoder")
    func size() throws {
        let text = #"{"name":"doc","index":2}"#.utf8
        #expect(
            try StrictJSONDecoder(byteCountLimit: text.count).decode(Message.self, from: text) == Message()
        )
        #expect(throws: MalformedJSONError.self) {
            try StrictJSONDecoder(byteCountLimit: text.count - 1).decode(Message.self, from: text)
        }
    }

    @Test(
        "The strict decoder refuses a number that is not written as an integer where an integer is asked for",
        arguments: [
            "2.0", "2e0", "20e-1", "2.00000000000000000001", "-0", "-0.0", "0.0", "1e400", "1e-400",
            "9007199254740993.5",
        ]
    )
    func integers(number: String) {
        for type: any (FixedWidthInteger & Decodable).Type in [
            Int.self, UInt8.self, Int64.self, UInt128.self,
        ] {
            #expect {
                try StrictJSONDecoder().decode(type, from: "[\(number)]".utf8.dropFirst().dropLast())
            } throws: {
                "\($0)" == "not an integer, byte 0"
            }
        }
        #expect(throws: MalformedJSONError.self) { try decode(#"{"name":"doc","index":\#(number)}"#) }
        #expect(throws: Never.self) { try decode(#"{"name":"doc","index":2,"x":[\#(number)]}"#) }
    }

    @Test(
        "The strict decoder reads every number that Foundation's encoder writes for a Double or a Float",
        arguments: [
            1e16, -0.0, 0, 2, 0.1, -1.5e-300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1 / 3,
            Double(Float.greatestFiniteMagnitude),
        ]
    )
    func floatingPoint(number: Double) throws {
        let read = try StrictJSONDecoder().decode([Double].self, from: JSONEncoder().encode([number]))
        #expect(read.map(\.bitPattern) == [number.bitPattern])
        guard let short = Float(exactly: number) else { return }
        let readShort = try StrictJSONDecoder().decode(Float.self, from: JSONEncoder().encode(short))
        #expect(readShort.bitPattern == short.bitPattern)
    }

    @Test("The strict decoder refuses a number that is too large or too small for the type that is asked for")
    func tooLarge() throws {
        for (type, number) in [
            (Double.self, "1e309"), (Double.self, "-1e-400"), (Double.self, "9e-400"), (Float.self, "1e39"),
            (Float.self, "0.01E-50"),
            (Int.self, "9223372036854775808"),
            (Int8.self, "-129"),
            (UInt64.self, "18446744073709551616"), (UInt.self, "-1"),
        ] as [(any Decodable.Type, String)] {
            #expect(reason(type, from: number) == "not a valid value, byte 0")
        }
        #expect(try StrictJSONDecoder().decode(Double.self, from: "0.0e-400".utf8) == 0)
        #expect(try StrictJSONDecoder().decode(Decimal.self, from: "-12.50".utf8) == Decimal(-125) / 10)
    }

    @Test(
        "The strict decoder gives dates, links, optional values and superclasses as Foundation's encoder writes them"
    )
    func forms() throws {
        struct Forms: Codable, Equatable {
            var date = Date(timeIntervalSinceReferenceDate: 0.5)
            var url = URL(string: "https://example.com/a?b=c#d")
            var identifier: UUID? = UUID()
            var absent: Int?
            var nothing: [Int?] = [nil, 1, nil]
            var nested: [[[Bool]]] = [[[true], []], [], [[false, true]]]
            var table: [Int: [String: Double]] = [1: ["a": 0.5], 2: [:]]
            var kinds: [HighlightEventKind] = [
                .change(.edit), .mention(.cloudKitShareHandle("a@example.com")),
            ]
        }
        let forms = Forms()
        for formatting in [JSONEncoder.OutputFormatting(), .prettyPrinted] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = formatting
            #expect(try StrictJSONDecoder().decode(Forms.self, from: encoder.encode(forms)) == forms)
        }
        for type: any Decodable.Type in [Bool.self, Int.self, String.self, Data.self, [Int].self, Forms.self]
        {
            #expect(throws: MalformedJSONError.self) {
                try StrictJSONDecoder().decode(type, from: "null".utf8)
            }
        }
    }

    @Test("The strict decoder serves types that decode their containers by hand")
    func containers() throws {
        struct ByHand: Decodable {
            enum Key: String, CodingKey { case pair, base }
            var pair: [String]
            var rest: Int
            var base: Int

            init(from decoder: any Decoder) throws {
                let values = try decoder.container(keyedBy: Key.self)
                #expect(values.allKeys.count == 2 && decoder.userInfo.isEmpty)
                var pair = try values.nestedUnkeyedContainer(forKey: .pair)
                #expect(pair.count == 3 && pair.codingPath.count == 1)
                var inner = try pair.nestedUnkeyedContainer()
                self.pair = [try inner.decode(String.self), try inner.decode(String.self)]
                #expect(throws: DecodingError.self) { try inner.decode(Int.self) }
                #expect(inner.isAtEnd && inner.currentIndex == 2)
                #expect(try !inner.decodeNil())
                rest = try pair.nestedContainer(keyedBy: Key.self).decode(Int.self, forKey: .base)
                #expect(try Int(from: pair.superDecoder()) == 3)
                base = try values.superDecoder(forKey: .base).singleValueContainer().decode(Int.self)
                #expect(throws: DecodingError.self) { try values.superDecoder() }
                #expect(throws: DecodingError.self) {
                    try values.nestedContainer(keyedBy: Key.self, forKey: .pair)
                }
            }
        }
        let value = try StrictJSONDecoder().decode(
            ByHand.self,
            from: #" {"pair" : [ ["a]" , "\"}"] , {"base": 2}, 3 ], "x": [{}, [[]]], "base" :4 } "#.utf8
        )
        #expect(value.pair == ["a]", "\"}"] && value.rest == 2 && value.base == 4)
    }

    /// One value of each type with a string that has a limit, and the limit and the path of that string.
    private static let limited: [(type: any (Decodable & Sendable).Type, json: String, byteCount: Int)] = [
        (CollaborationIdentifier.self, #""@""#, 1024), ([TypeIdentifier].self, #"["@"]"#, 1024),
        (CollaborationMetadata.self, #"{"localIdentifier":"@"}"#, 1024),
        (CollaborationMetadata.self, #"{"localIdentifier":"","collaborationIdentifier":"@"}"#, 1024),
        (CollaborationMetadata.self, #"{"localIdentifier":"","title":"@"}"#, 4096),
        (Person.self, #"{"displayName":"@"}"#, 4096),
        (Person.self, #"{"displayName":"","handle":"@"}"#, 4096),
        (PersonName.self, #"{"familyName":"@"}"#, 4096),
        (MentionedPerson.self, #"{"cloudKitShareHandle":"@"}"#, 4096),
        (Highlight.self, #"{"identifier":"@","url":"https://a.example"}"#, 4096),
        (CloudKitShare.self, #"{"recordName":"@"}"#, 4096),
        (CloudKitShare.self, #"{"recordName":"","title":"@"}"#, 4096),
        (TransferPreview.self, #"{"title":"@"}"#, 4096), (PublicRefusal.self, #"{"error":"@"}"#, 4096),
    ]

    @Test(
        "The strict decoder refuses identifiers of more than 1,024 bytes and texts of more than 4,096 in every model"
    )
    func lengths() throws {
        for (type, json, byteCount) in Self.limited {
            let marks = String(repeating: "\u{301}", count: byteCount / 2)
            let text = json.replacingOccurrences(of: "@", with: marks)
            #expect(throws: Never.self, "\(type)") { try StrictJSONDecoder().decode(type, from: text.utf8) }
            let long = json.replacingOccurrences(of: "@", with: marks + "a")
            do {
                _ = try StrictJSONDecoder().decode(type, from: long.utf8)
                Issue.record("accepted: \(type)")
            } catch let error as MalformedJSONError {
                #expect(error.rule == (byteCount == 1024 ? .identifierTooLong : .textTooLong), "\(type)")
                let place = try #require(json.utf8.firstIndex(of: UInt8(ascii: "@")))
                #expect(error.offset == json.utf8.distance(from: json.startIndex, to: place) - 1, "\(type)")
            }
        }
    }

    @Test("A notice with a text that is too long is refused, and the error names the field")
    func notice() throws {
        let highlight = CollaborationHighlight(
            collaborationIdentifier: "doc",
            url: try #require(URL(string: "https://example.com")),
            title: "Recipes",
            creationDate: Date(timeIntervalSinceReferenceDate: 0)
        )
        let event = HighlightChangeEvent(highlight: highlight, trigger: .edit)
        let notice = try #require(Notice(of: event, in: highlight, by: "Charlie"))
        let json = try encode(notice)
        #expect(try StrictJSONDecoder().decode(Notice.self, from: json.utf8) == notice)
        for (text, path) in [("\"Recipes\"", "highlight.title"), ("\"Charlie\"", "author")] {
            let long = json.replacingOccurrences(
                of: text,
                with: "\"" + String(repeating: "a", count: 4097) + "\""
            )
            #expect { try StrictJSONDecoder().decode(Notice.self, from: long.utf8) } throws: {
                ($0 as? MalformedJSONError)?.path == path
            }
        }
    }

    @Test(
        "An error of the strict decoder names the field, the rule and the offset",
        arguments: [
            (#"{"index":2}"#, "name: missing, byte 0"),
            (#"{"name":3,"index":2}"#, "name: not a string, byte 8"),
            (#"{"name":"","index":"2"}"#, "index: not an integer, byte 19"),
            (#"{"name":"","index":3.5}"#, "index: not an integer, byte 19"),
            (#"{"name":"","index":null}"#, "index: not an integer, byte 19"),
            (#"{"name":"","index":9223372036854775808}"#, "index: not a valid value, byte 19"),
            (#"{"name":"","index":2,"parts":{}}"#, "parts: not an array, byte 29"),
            (#"{"name":"","index":2,"parts":[1]}"#, "parts[0]: not an object, byte 30"),
            (#"{"name":"","index":2,"parts":[{"bytes":""},{"x":1}]}"#, "parts[1].bytes: missing, byte 43"),
            (#"{"name":"","index":2,"parts":[{"bytes":"AB=="}]}"#, "parts[0].bytes: not base64, byte 39"),
            (#"{"name":"","index":2,"parts":[{"bytes":1}]}"#, "parts[0].bytes: not a string, byte 39"),
            (#"{"name":"","index":2,"table":{"a\nb":""}}"#, #"table."a\nb": not an integer, byte 37"#),
            (#"{"name":"","index":2.0}"#, "index: not an integer, byte 19"),
            (
                "{\"name\":\"\",\"index\":2,\"table\":{\"\u{2028}\u{85}\u{202e}\":\"\"}}",
                #"table."\u{2028}\u{0085}\u{202E}": not an integer, byte 41"#
            ),
            (#"{"name":"","index":2,"parts":[{"bytes":tru}]}"#, "not JSON, byte 42"),
            (#"[]"#, "not an object, byte 0"),
        ]
    )
    func descriptions(text: String, description: String) throws {
        #expect(reason(Message.self, from: text) == description)
    }

    @Test("The strict decoder rethrows the error that a type throws for a rule of its own")
    func brokenRules() throws {
        let options = #"{"optionsGroups":[{"identifier":"a","options":[]},{"identifier":"a","options":[]}]}"#
        #expect(throws: CollaborationOptionsError.self) {
            try StrictJSONDecoder().decode(CollaborationShareOptions.self, from: options.utf8)
        }
        #expect(throws: MalformedJSONError.self) {
            try StrictJSONDecoder().decode([Person.Identity].self, from: #"[{"rootHash":"AA=="}]"#.utf8)
        }
        #expect(throws: IdentityProofError.publicKeyIndexOutOfRange) {
            try StrictJSONDecoder().decode(
                Person.IdentityProof.self,
                from: #"{"publicKey":"AA==","publicKeyIndex":9223372036854775808,"inclusionHashes":[]}"#.utf8
            )
        }
    }

    @Test("A receiver of a transfer decodes metadata with the strict decoder")
    func transfer() async throws {
        for text in [String(repeating: "[", count: 513), #"{"title":"a","title":"b"}"#] {
            for encoding in [String.Encoding.utf8, .utf16] {
                let data = try #require(text.data(using: encoding))
                var item = TransferItem()
                item.register(
                    TransferRepresentation(typeIdentifier: .collaborationMetadata, role: .collaboration) {
                        data
                    }
                )
                let received = item
                await #expect(throws: MalformedJSONError.self) { try await received.collaborationMetadata() }
            }
        }
    }

    @Test("Neither the package nor its snippets, examples and documents use Foundation's decoder")
    func noFoundation() throws {
        let manager = FileManager.default
        var users: [String] = []
        for folder in ["Sources", "Snippets", "Examples", "Documentation"] {
            let root = packageFolder.appending(path: folder)
            let files = try #require(manager.enumerator(at: root, includingPropertiesForKeys: nil))
            for case let file as URL in files
            where ["swift", "md"].contains(file.pathExtension) && !file.path.contains("/.build/") {
                let text = try String(contentsOf: file, encoding: .utf8)
                if text.replacingOccurrences(of: "StrictJSONDecoder(", with: "").contains("JSONDecoder(") {
                    users.append(file.lastPathComponent)
                }
            }
        }
        #expect(users == [])
    }
}
