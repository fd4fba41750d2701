import CollaborationCore
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Places and optional elements in strict decoding")
struct StrictJSONDecoderEdgeTests {
    @Test("An element that cannot be decoded as one type can be decoded as another")
    func anotherType() throws {
        struct Text: Decodable {
            let text: String

            init(from decoder: any Decoder) throws {
                var elements = try decoder.unkeyedContainer()
                #expect(throws: DecodingError.self) { try elements.decode(Int.self) }
                text = try elements.decode(String.self)
                #expect(elements.isAtEnd)
            }
        }
        #expect(try StrictJSONDecoder().decode(Text.self, from: #"["a"]"#.utf8).text == "a")
    }

    @Test("A zero may have any exponent")
    func zero() throws {
        for text in ["0e5", "0E5", "0.0E-7", "-0e1"] {
            #expect(try StrictJSONDecoder().decode(Double.self, from: text.utf8) == 0)
        }
    }

    @Test("A strict decoder with a negative limit of the size refuses every text as too large")
    func negativeLimit() {
        #expect {
            try StrictJSONDecoder(byteCountLimit: -5).decode(Int.self, from: "1".utf8)
        } throws: {
            "\($0)" == "too large, byte 0"
        }
    }

    @Test("A type is told that a null is no value, and not that it is another type")
    func null() throws {
        struct Number: Decodable {
            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                #expect {
                    try value.decode(Int.self)
                } throws: {
                    if case DecodingError.valueNotFound = $0 { true } else { false }
                }
            }
        }
        _ = try StrictJSONDecoder().decode([Number].self, from: "[null]".utf8)
    }

    @Test("An optional member is absent if the only name that equals its own has other bytes")
    func optionalName() throws {
        struct Value: Decodable {
            enum CodingKeys: String, CodingKey { case name = "caf\u{e9}" }

            let name: Int?
        }
        #expect(try StrictJSONDecoder().decode(Value.self, from: "{\"cafe\u{301}\":1}".utf8).name == nil)
        #expect(try StrictJSONDecoder().decode(Value.self, from: "{\"caf\u{e9}\":1}".utf8).name == 1)
    }

    @Test("The error of an element names its index and the offset of its first byte, after any whitespace")
    func place() throws {
        for text in [#"{"h9": [1, 2,   "x", 4]}"#, #"{"a":[0],"h9":[1,2,"x"]}"#] {
            let offset = try #require(Data(text.utf8).range(of: Data(#""x""#.utf8))).lowerBound
            #expect(reason([String: [Int]].self, from: text) == "h9[2]: not an integer, byte \(offset)")
        }
    }

    @Test(
        "A Boolean is decoded only from true and false",
        arguments: ["null", "0", "1", #""true""#, "[]", "{}"]
    )
    func boolean(text: String) throws {
        #expect(try StrictJSONDecoder().decode([Bool].self, from: "[true,false]".utf8) == [true, false])
        #expect(throws: MalformedJSONError.self) {
            try StrictJSONDecoder().decode([Bool].self, from: "[\(text)]".utf8)
        }
    }

    /// Three elements of an array, each of which may be null.
    struct Triple: Decodable {
        var values: [Int?] = []

        init(from decoder: any Decoder) throws {
            var elements = try decoder.unkeyedContainer()
            for _ in 0..<3 { values.append(try elements.decodeIfPresent(Int.self)) }
        }
    }

    @Test("An element of an array that may be null is decoded as nil only where it is null")
    func optionalElements() throws {
        let triple = try StrictJSONDecoder().decode(Triple.self, from: "[1,null,3]".utf8)
        #expect(triple.values == [1, nil, 3])
    }

    /// Asks for a null behind the last element of an array, and for one that the object may not have.
    struct Nulls: Decodable {
        let isNullBehindTheLast, isNull: Bool

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            var elements = try members.nestedUnkeyedContainer(forKey: .list)
            _ = try elements.decode(Int.self)
            isNullBehindTheLast = try elements.decodeNil()
            isNull = try members.decodeNil(forKey: .value)
        }

        enum Key: String, CodingKey { case list, value }
    }

    @Test("Nothing is null behind the last element of an array, and a member that is missing is an error")
    func missingNulls() throws {
        let nulls = try StrictJSONDecoder().decode(Nulls.self, from: #"{"list":[1],"value":null}"#.utf8)
        #expect(nulls.isNull && !nulls.isNullBehindTheLast)
        #expect(try !StrictJSONDecoder().decode(Nulls.self, from: #"{"value":0,"list":[1]}"#.utf8).isNull)
        #expect(reason(Nulls.self, from: #"{"list":[1]}"#)?.contains("value") == true)
    }

    /// A type whose error names an element that the text does not have.
    struct Misplaced: Decodable {
        init(from decoder: any Decoder) throws {
            var elements = try decoder.unkeyedContainer()
            _ = try elements.decode(Int.self)
            let path = elements.codingPath + [Index(intValue: .max)]
            throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "no fifth element"))
        }
    }

    struct Index: CodingKey {
        var intValue: Int?
        var stringValue: String { "" }

        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }

    /// Decodes an element more than the array has, at the end of the text.
    struct OneMore: Decodable {
        init(from decoder: any Decoder) throws {
            var elements = try decoder.unkeyedContainer()
            while true { _ = try elements.decode(Int.self) }
        }
    }

    @Test("Decoding an element behind the last one of an array is an error")
    func tooFewElements() {
        for text in ["[]", "[1,2]"] {
            #expect(reason(OneMore.self, from: text) == "not a valid value, byte 0")
        }
    }

    @Test("The error of a type that names a missing element is reported for the array")
    func missingElement() {
        let reason = reason([String: Misplaced].self, from: #"{"list":[1,2]}"#)
        #expect(reason?.hasPrefix("list: not a valid value, byte ") == true)
    }
}
