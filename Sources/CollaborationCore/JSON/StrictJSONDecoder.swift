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
        let document = try JSONScanner.document(json, byteCountLimit: byteCountLimit)
        do {
            return try JSONValueDecoder(document).decode(type)
        } catch let error as DecodingError {
            throw document.error(for: error)
        }
    }
}

/// An error that stands for a broken rule of the format.
protocol JSONRuleError: Error {
    var rule: MalformedJSONError.Rule { get }
}

extension MalformedJSONError: JSONRuleError {}

extension JSONDocument {
    /// Returns the error of the decoded type that is the cause of an error, or else the rule with the field and its offset.
    fileprivate func error(for error: DecodingError) -> any Error {
        switch error {
        case .keyNotFound(let key, let context): self.error(.missing, in: context, member: key)
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            switch context.underlyingError {
            case nil: self.error(.invalidValue, in: context)
            case let error as any JSONRuleError: self.error(error.rule, in: context)
            case let error?: error
            }
        @unknown default: MalformedJSONError(.invalidValue, at: 0)
        }
    }

    /// The error at the end of a path, or where the path leaves the text.
    private func error(
        _ rule: MalformedJSONError.Rule,
        in context: DecodingError.Context,
        member missing: (any CodingKey)? = nil
    ) -> MalformedJSONError {
        var path = ""
        var index = 0
        for key in context.codingPath {
            guard let next = self.index(of: key, in: index) else { break }
            path += kind(of: index) == .object ? Self.step(to: key, after: path) : "[\(key.intValue ?? 0)]"
            index = next
        }
        if let missing { path += Self.step(to: missing, after: path) }
        return MalformedJSONError(rule, at: values[index].start, path: path)
    }

    /// The index of a member or an element.
    private func index(of key: any CodingKey, in parent: Int) -> Int? {
        switch kind(of: parent) {
        case .object: return member(named: key.stringValue, of: parent, from: parent + 1)
        case .array:
            var (index, remaining) = (parent + 1, key.intValue ?? -1)
            while remaining > 0, index < values[parent].end {
                index = self.index(after: index)
                remaining -= 1
            }
            return remaining == 0 && index < values[parent].end ? index : nil
        default: return nil
        }
    }

    /// A name in a path, which is safe in a line of a log: in quotation marks unless it has only plain characters.
    private static func step(to key: any CodingKey, after path: String) -> String {
        let name = key.stringValue
        let isPlain = name.utf8.allSatisfy { byte in
            let character = Character(Unicode.Scalar(byte))
            return byte < 0x80 && (character.isLetter || character.isNumber || "_-".contains(character))
        }
        let escaped = "\"" + name.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
        return (path.isEmpty ? "" : ".") + (isPlain && !name.isEmpty ? name : escaped)
    }
}
