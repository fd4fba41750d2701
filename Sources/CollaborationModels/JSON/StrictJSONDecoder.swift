#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decodes values from untrusted JSON.
///
/// This package uses Foundation's `JSONDecoder` only through this type. Alone, Foundation's decoder ends the process at
/// 513 nested arrays, reads UTF-16 and UTF-32, lets one of two members with one name win, takes quadratic time
/// for a name of combining marks, and accepts a comma before a closing bracket. Here the text is checked first:
/// it must be JSON in UTF-8 by the rules of I-JSON (RFC 7493), within ``JSONLimits``.
///
/// Foundation compares names as strings and so takes a Kelvin sign (U+212A) for the letter K. Two members of one
/// object with names that are equal as strings are therefore refused, too, even if their bytes differ.
///
/// A number with a fraction or an exponent that has the value of an integer is refused, as in `2.0`, `2e0` and
/// `2.00000000000000000001`, and so is `-0`: no value is written in two ways. Data is base64 with padding, in its
/// canonical form.
///
/// The messages of the wire format need no decoder. They are read by initializers such as
/// ``IdentityProofRequest/init(json:)``.
public struct StrictJSONDecoder: Sendable {
    private let byteCountLimit: Int

    /// Makes a decoder.
    ///
    /// - Parameter byteCountLimit: The greatest size of a text in bytes.
    public init(byteCountLimit: Int = JSONLimits.byteCount) {
        self.byteCountLimit = byteCountLimit
    }

    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - json: The text.
    /// - Returns: The value.
    /// - Throws: ``MalformedJSONError`` for what is not such JSON, lacks a member or has one of the wrong type.
    ///   Whatever the type throws for a rule of its own, by itself or as the underlying error of a
    ///   `DecodingError`, is thrown as it is.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from json: some Collection<UInt8>
    ) throws -> Value {
        try JSONReader.read(json, byteCountLimit: byteCountLimit) { reader, json throws(MalformedJSONError) in
            reader.unknownNames.comparesStrings = true
            try reader.skipValue(in: json) { number throws(MalformedJSONError) in
                try Self.check(number, in: json)
            }
        }
        let decoder = JSONDecoder()
        decoder.dataDecodingStrategy = .custom(Self.decodeBase64)
        do {
            return try decoder.decode(type, from: Data(json))
        } catch let error as DecodingError {
            throw try error.cause(in: json)
        }
    }

    /// Refuses a number that has the value of an integer and is not written as one.
    private static func check(_ number: JSONNumber, in json: Span<UInt8>) throws(MalformedJSONError) {
        let isNegativeZero =
            number.range.count == 2 && json[number.range.lowerBound] == UInt8(ascii: "-")
            && json[number.range.lowerBound + 1] == UInt8(ascii: "0")
        guard number.hasFractionOrExponent || isNegativeZero else { return }
        let text = String(decoding: number.range.map { json[$0] }, as: UTF8.self)
        // A number too large or too small for a `Double` counts as an integer: infinity and zero are rounded.
        guard let value = Double(text), value != value.rounded() else {
            throw MalformedJSONError(.notInteger, at: number.range.lowerBound)
        }
    }

    /// Decodes base64 that is the same when the bytes are encoded again.
    private static func decodeBase64(_ decoder: any Decoder) throws -> Data {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: MalformedJSONError.Rule.notBase64.rawValue,
                    underlyingError: MalformedJSONError(.notBase64, at: 0)
                )
            )
        }
        return data
    }
}
