#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A type that has a form of its own in JSON.
///
/// Every other type is asked to decode itself.
protocol JSONDecodable {
    init(decoding value: JSONValueDecoder) throws
}

extension Bool: JSONDecodable {
    init(decoding value: JSONValueDecoder) throws {
        guard value.kind == .literal, !value.isNull else { throw value.mismatch(with: Bool.self) }
        self = value.text.bytes[value.offset] == UInt8(ascii: "t")
    }
}

extension String: JSONDecodable {
    init(decoding value: JSONValueDecoder) throws {
        self = try value.read(.string, as: String.self) { reader, json throws(MalformedJSONError) in
            try reader.readString(in: json)
        }
    }
}

extension Data: JSONDecodable {
    init(decoding value: JSONValueDecoder) throws {
        self = try value.read(.string, as: String.self) { reader, json throws(MalformedJSONError) in
            try reader.readBytes(in: json)
        }
    }
}

extension URL: JSONDecodable {
    init(decoding value: JSONValueDecoder) throws {
        let text = try String(decoding: value)
        guard let url = URL(string: text) else {
            throw value.broken(MalformedJSONError(.invalidValue, at: value.offset))
        }
        self = url
    }
}

extension Int: JSONDecodable {}
extension Int8: JSONDecodable {}
extension Int16: JSONDecodable {}
extension Int32: JSONDecodable {}
extension Int64: JSONDecodable {}
extension UInt: JSONDecodable {}
extension UInt8: JSONDecodable {}
extension UInt16: JSONDecodable {}
extension UInt32: JSONDecodable {}
extension UInt64: JSONDecodable {}
extension Int128: JSONDecodable {}
extension UInt128: JSONDecodable {}

extension JSONDecodable where Self: FixedWidthInteger {
    init(decoding value: JSONValueDecoder) throws {
        let integer = try value.read(.number, as: Self.self) { reader, json throws(MalformedJSONError) in
            try reader.readInteger(Self.self, in: json)
        }
        guard let integer else { throw value.broken(MalformedJSONError(.invalidValue, at: value.offset)) }
        self = integer
    }
}

extension Double: JSONDecodable {}
extension Float: JSONDecodable {}

extension JSONDecodable where Self: BinaryFloatingPoint & LosslessStringConvertible {
    init(decoding value: JSONValueDecoder) throws {
        let text = try value.readNumber(as: Self.self)
        guard let number = Self(text), number.isFinite, number != 0 || text.isZero else {
            throw value.broken(MalformedJSONError(.invalidValue, at: value.offset))
        }
        self = number
    }
}

extension String {
    /// Whether this number of JSON is zero, and not only rounded to it.
    fileprivate var isZero: Bool {
        utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy {
            !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0)
        }
    }
}

extension Decimal: JSONDecodable {
    init(decoding value: JSONValueDecoder) throws {
        guard let number = Decimal(string: try value.readNumber(as: Decimal.self)) else {
            throw value.broken(MalformedJSONError(.invalidValue, at: value.offset))
        }
        self = number
    }
}

extension JSONValueDecoder {
    /// Reads a number as it is written.
    fileprivate func readNumber(as type: any Any.Type) throws -> String {
        try read(.number, as: type) { reader, json throws(MalformedJSONError) in
            let range = try reader.readNumber(in: json).range
            return String(decoding: range.map { json[$0] }, as: UTF8.self)
        }
    }
}
