import Foundation

/// Encodes a value and decodes it again.
package func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}

/// Decodes a value from JSON text.
package func decode<Value: Decodable>(_ type: Value.Type, from json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
}

/// The underlying error of a decoding that fails, or nil when it succeeds or fails without such an error.
package func brokenRule<Failure: Error>(
    _ type: Failure.Type,
    decoding value: (some Decodable).Type,
    from json: String
) -> Failure? {
    do {
        _ = try decode(value, from: json)
        return nil
    } catch DecodingError.dataCorrupted(let context) {
        return context.underlyingError as? Failure
    } catch {
        return nil
    }
}

/// Encodes a value as JSON with sorted keys.
package func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
