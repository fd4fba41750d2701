@testable import CollaborationCore

/// The first rule that a text breaks, nil when it is JSON within the rules.
func malformation(of text: some Collection<UInt8>) -> MalformedMessage? {
    do throws(CollaborationError) {
        _ = try JSONScanner.document(text, byteCountLimit: JSONLimits.byteCount)
        return nil
    } catch {
        guard case .malformed(let message) = error else { return nil }
        return message
    }
}

/// The text of the error with which a closure refuses a JSON text, or nil.
func reason<Value>(for text: String, _ read: (JSONValue) throws -> Value) -> String? {
    do {
        _ = try read(JSONValue(text.utf8))
        return nil
    } catch {
        return "\(error)"
    }
}

extension JSONValue {
    func eachElement(_ read: (JSONValue) throws -> Void) throws {
        for element in try elements({ $0 }) { try read(element) }
    }
}
