import CollaborationCore
import CollaborationCrypto
import CollaborationServer

/// A call on a node, for the log of a violation.
struct StoreCall: Sendable {
    let node: Int
    let function: String
    let arguments: KeyValuePairs<String, (any Sendable)?>
    let start: Int
    var end: Int?
    /// Nil until the call returns or throws.
    var outcome: Result<any Sendable, any Error>?

    /// The accounts and the collaborations among the arguments.
    var names: [String] {
        arguments.flatMap { _, value in
            if let changes = value as? AccountChanges { return changes.added.union(changes.removed).map(\.rawValue) }
            return [(value as? any StringIdentifier)?.rawValue].compactMap(\.self)
        }
    }

    var description: String {
        let result =
            switch outcome {
            case .success(let value): "-> \(describe(value))"
            case .failure(let error): "threw \(error)"
            case nil: "is not answered"
            }
        let text = arguments.map { "\($0): \(describe($1))" }.joined(separator: ", ")
        return "\(start)-\(end.map(\.description) ?? "") node \(node + 1): \(function)(\(text)) \(result)"
    }
}

/// Describes an argument or a result, with everything escaped in names that is not ASCII.
func describe(_ value: Any?) -> String {
    switch value {
    case nil: return "nil"
    case let record as StoredRecord:
        let start = record.bytes.prefix(16).hexadecimalDigits
        return "\(start) (\(record.bytes.count) bytes, version \(describe(record.version)))"
    case let version as RecordVersion: return version.rawRepresentation.hexadecimalDigits
    case let accounts as AccountChanges:
        return "adding \(describe(accounts.added.sorted())) removing \(describe(accounts.removed.sorted()))"
    case let name as any StringIdentifier:
        let text = name.rawValue.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
        return text.count < 100 ? "\"\(text)\"" : "\"\(text.prefix(50))...\(text.suffix(9))\" (\(text.count))"
    case let names as [any StringIdentifier]:
        return names.count > 60 ? "\(names.count) names" : "[\(names.map(describe).joined(separator: ", "))]"
    case .some(let value): return "\(value)"
    }
}

/// What was expected, and where the difference begins, since long values are not shown whole; nil if both are equal.
func difference<Value: Equatable, Part: Equatable>(_ found: Value, from expected: Value, in parts: (Value) -> [Part])
    -> String?
{
    if found == expected { return nil }
    let place = zip(parts(found), parts(expected)).prefix { $0 == $1 }.count
    let values = [found, expected].map { parts($0).dropFirst(place).first.map(describe) ?? "nothing more" }
    return "expected \(describe(expected)); at \(place) is \(values[0]), not \(values[1])"
}
