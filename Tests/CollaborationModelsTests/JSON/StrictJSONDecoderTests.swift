import CollaborationModels
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
        texts += [Data(#"{"name":"doc","index":2,"index":3}"#.utf8)]
        texts += [Data(("{\"" + String(repeating: "\u{301}\u{323}", count: 16_384) + "\":1}").utf8)]
        for text in texts {
            #expect(throws: MalformedJSONError.self) {
                try StrictJSONDecoder().decode(Message.self, from: text)
            }
        }
    }

    @Test("The strict decoder refuses members whose names are equal as strings, as Foundation keeps only one")
    func canonicallyEquivalentNames() throws {
        struct Key: Decodable { var publicKey: String }
        for (text, offset) in [
            ("{\"publicKey\":\"A\",\"public\u{212a}ey\":\"B\"}", 17),
            ("{\"public\\u212aey\":\"A\",\"publicKey\":\"B\"}", 22),
            ("{\"x\":[{\"jos\u{e9}\":1,\"a\":[],\"jose\u{301}\":2}],\"publicKey\":\"A\"}", 24),
        ] {
            do {
                _ = try StrictJSONDecoder().decode(Key.self, from: text.utf8)
                Issue.record("accepted: \(text)")
            } catch let error as MalformedJSONError {
                #expect(error.rule == .duplicateName && error.offset == offset, "\(text): \(error)")
            }
        }
        let apart = "{\"x\":{\"jos\u{e9}\":1},\"y\":{\"jose\u{301}\":2},\"publicKey\":\"A\"}"
        #expect(try StrictJSONDecoder().decode(Key.self, from: apart.utf8).publicKey == "A")
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
        "The strict decoder refuses a number with the value of an integer that is not written as one",
        arguments: [
            "2.0", "2e0", "20e-1", "2.00000000000000000001", "-0", "-0.0", "0.0", "1e400", "1e-400",
            "9007199254740993.5",
        ]
    )
    func integers(number: String) {
        #expect(throws: MalformedJSONError.self) { try decode(#"{"name":"doc","index":\#(number)}"#) }
        #expect(throws: MalformedJSONError.self) { try decode(#"{"name":"doc","index":2,"x":[\#(number)]}"#) }
    }

    @Test(
        "An error of the strict decoder names the field, the rule and the offset",
        arguments: [
            (#"{"index":2}"#, "name: missing, byte 10"),
            (#"{"name":3,"index":2}"#, "name: not a string, byte 8"),
            (#"{"name":"","index":"2"}"#, "index: not an integer, byte 19"),
            (#"{"name":"","index":3.5}"#, "not a valid value, byte 0"),
            (#"{"name":"","index":null}"#, "index: not an integer, byte 19"),
            (#"{"name":"","index":9223372036854775808}"#, "not a valid value, byte 0"),
            (#"{"name":"","index":2,"parts":{}}"#, "parts: not an array, byte 29"),
            (#"{"name":"","index":2,"parts":[1]}"#, "parts[0]: not an object, byte 30"),
            (#"{"name":"","index":2,"parts":[{"bytes":""},{"x":1}]}"#, "parts[1].bytes: missing, byte 49"),
            (#"{"name":"","index":2,"parts":[{"bytes":"AB=="}]}"#, "parts[0].bytes: not base64, byte 39"),
            (#"{"name":"","index":2,"parts":[{"bytes":1}]}"#, "parts[0].bytes: not a string, byte 39"),
            (#"{"name":"","index":2,"table":{"a\nb":""}}"#, #"table."a\nb": not an integer, byte 37"#),
            (#"{"name":"","index":2.0}"#, "not an integer, byte 19"),
            (#"[]"#, "not an object, byte 0"),
        ]
    )
    func descriptions(text: String, description: String) throws {
        do {
            _ = try decode(text)
            Issue.record("accepted")
        } catch let error as MalformedJSONError {
            #expect("\(error)" == description)
        }
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

    @Test("Only the strict decoder uses Foundation's decoder")
    func onlyDoor() throws {
        let manager = FileManager.default
        var users: Set<String> = []
        for folder in ["Sources", "Snippets", "Examples", "Documentation"] {
            let root = packageFolder.appending(path: folder)
            let files = try #require(manager.enumerator(at: root, includingPropertiesForKeys: nil))
            for case let file as URL in files
            where ["swift", "md"].contains(file.pathExtension) && !file.path.contains("/.build/") {
                let text = try String(contentsOf: file, encoding: .utf8)
                if text.replacingOccurrences(of: "StrictJSONDecoder(", with: "").contains("JSONDecoder(") {
                    users.insert(file.lastPathComponent)
                }
            }
        }
        #expect(users == ["StrictJSONDecoder.swift"])
    }
}
