#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Decodes values from untrusted JSON.
///
/// The text must be JSON in UTF-8 by the rules of I-JSON (RFC 7493), within ``JSONLimits``. This package does not use
/// Foundation's `JSONDecoder`, which ends the process at 513 nested arrays, reads UTF-16 and UTF-32, lets
/// one of two members with one name win, takes quadratic time for a name of combining marks, and accepts a comma
/// before a closing bracket.
///
/// Names of members are compared by their bytes. Foundation compares them as strings, and so takes a Kelvin sign
/// (U+212A) for the letter K. A dictionary with keys of type `String` still keeps only one of two keys that are
/// equal as strings; use a ``StringIdentifier`` as the key instead.
///
/// Where a type asks for an integer, the number must be written as one: `2.0`, `2e0` and `-0` are refused. Where it
/// asks for a `Double` or a `Float`, every number is accepted that is not too large or too small for the type. `Data` is base64
/// with padding, in its canonical form. A `URL` is a string. A `Date` is the number of seconds since 2001, as
/// in `JSONEncoder`.
///
/// The messages of the wire format need no decoder. They are read by initializers such as
/// ``VerificationRequest/init(json:)``.
public struct StrictJSONDecoder: Sendable {
    private let byteCountLimit: Int

    /// Makes a decoder.
    ///
    /// - Parameter byteCountLimit: The greatest size of a text in bytes. A negative one counts as zero.
    public init(byteCountLimit: Int = JSONLimits.byteCount) {
        self.byteCountLimit = max(0, byteCountLimit)
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
        let text = try CheckedJSON(json, byteCountLimit: byteCountLimit)
        do {
            return try JSONValueDecoder(text: text).decode(type)
        } catch let error as DecodingError {
            throw try error.cause(in: text.bytes)
        }
    }
}

extension MalformedJSONError: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
