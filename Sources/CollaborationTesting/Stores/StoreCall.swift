import CollaborationCore
import CollaborationCrypto
import CollaborationServer

/// A call on a node, for the log of a violation.
struct StoreCall: Sendable {
    let node: Int
    /// The accounts and the collaborations among the arguments.
    let names: Set<String>
    let text: @Sendable () -> String
    let start: Int
    var end: Int?
    /// Nil until the call returns or throws.
    var outcome: Result<any Sendable, any Error>?

    var description: String {
        let result =
            switch outcome {
            case .success(let value): "-> \(CollaborationTesting.text(value))"
            case .failure(let error): "threw \(error)"
            case nil: "is not answered"
            }
        return "\(start)-\(end.map(\.description) ?? "") node \(node + 1): \(text()) \(result)"
    }
}

/// The text of an argument or a result, with everything escaped in names that is not ASCII.
func text(_ value: Any?) -> String {
    switch value {
    case nil: return "nil"
    case let record as StoredRecord:
        let start = record.bytes.prefix(16).hexadecimalDigits
        return "\(start) (\(record.bytes.count) bytes, version \(text(record.version)))"
    case let version as RecordVersion: return version.rawRepresentation.hexadecimalDigits
    case let accounts as AccountChanges:
        return "adding \(text(accounts.added.sorted())) removing \(text(accounts.removed.sorted()))"
    case let name as any StringIdentifier:
        let text = name.rawValue.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
        let isShort = text.count < 100
        return isShort ? "\"\(text)\"" : "\"\(text.prefix(50))...\(text.suffix(9))\" (\(text.count))"
    case let names as [any StringIdentifier]:
        return names.count > 60 ? "\(names.count) names" : "[\(names.map(text).joined(separator: ", "))]"
    case .some(let value): return "\(value)"
    }
}
