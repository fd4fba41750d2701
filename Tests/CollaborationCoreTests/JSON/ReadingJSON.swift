import Foundation

@testable import CollaborationCore

/// The first rule that a text breaks, nil when it is JSON within the rules.
func malformation(of text: some Collection<UInt8>) -> MalformedJSONError? {
    do throws(MalformedJSONError) {
        _ = try JSONScanner.document(text, byteCountLimit: JSONLimits.byteCount)
        return nil
    } catch {
        return error
    }
}

/// Decodes a text.
func read<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
    try StrictJSONDecoder().decode(type, from: text.utf8)
}

/// The text of the error with which a text is refused, or nil.
func reason(_ type: any Decodable.Type, from text: String) -> String? {
    do {
        _ = try StrictJSONDecoder().decode(type, from: text.utf8)
        return nil
    } catch {
        return "\(error)"
    }
}
