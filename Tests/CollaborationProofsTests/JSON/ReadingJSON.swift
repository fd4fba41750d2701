import Foundation

@testable import CollaborationProofs

/// The first rule that a text breaks, nil when it is JSON within the rules.
func malformation(of text: some Collection<UInt8>) -> MalformedJSONError? {
    do throws(MalformedJSONError) {
        try JSONReader.read(text) { reader, json throws(MalformedJSONError) in
            try reader.skipValue(in: json)
        }
        return nil
    } catch {
        return error
    }
}

/// Reads the bytes of a text that is one string of base64.
func readBase64(_ text: String) throws(MalformedJSONError) -> [UInt8] {
    try JSONReader.read(text.utf8) { reader, json throws(MalformedJSONError) in
        try reader.readBase64(in: json) { bytes in bytes.indices.map { bytes[$0] } }
    }
}

/// Reads a text that is one integer.
func readInteger<Integer: FixedWidthInteger>(
    _ text: String,
    as type: Integer.Type = Int.self
) throws(MalformedJSONError) -> Integer? {
    try JSONReader.read(text.utf8) { reader, json throws(MalformedJSONError) in
        try reader.readInteger(type, in: json)
    }
}

/// Reads a text that is one string.
func readString(_ text: String) throws(MalformedJSONError) -> String {
    try JSONReader.read(text.utf8) { reader, json throws(MalformedJSONError) in
        try reader.readString(in: json)
    }
}

/// A message with every kind of member that a message of this package has.
struct SampleMessage: Equatable {
    enum Member: String, CaseIterable {
        case name
        case index
        case parts
    }

    enum PartMember: String, CaseIterable {
        case bytes
    }

    var name = ""
    var index: Int?
    var parts: [[UInt8]] = []

    init(json: some Collection<UInt8>) throws(MalformedJSONError) {
        self = try JSONReader.read(json) { reader, json throws(MalformedJSONError) in
            try SampleMessage(from: &reader, in: json)
        }
    }

    private init(from reader: inout JSONReader, in json: Span<UInt8>) throws(MalformedJSONError) {
        try reader.readObject(of: Member.self, in: json) { member, reader throws(MalformedJSONError) in
            switch member {
            case .name: name = try reader.readString(in: json)
            case .index: index = try reader.readInteger(Int.self, in: json)
            case .parts:
                try reader.readArray(in: json) { reader throws(MalformedJSONError) in
                    try reader.readObject(of: PartMember.self, in: json) {
                        _,
                        reader throws(MalformedJSONError) in
                        parts.append(
                            try reader.readBase64(in: json) { bytes in bytes.indices.map { bytes[$0] } }
                        )
                    }
                }
            }
        }
    }
}
