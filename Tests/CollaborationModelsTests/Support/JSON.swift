import Foundation

/// Encodes and decodes a value, as if it went to a server and back.
func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}

/// Decodes a value of JSON that a test writes out.
func decode<Value: Decodable>(_ type: Value.Type, from json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
}

/// The rule that a refused decoding names, nil when it was refused for another reason or not at all.
func brokenRule<Failure: Error>(
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

/// Encodes a value with its keys in alphabetical order.
func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
