import CollaborationCore
import CollaborationServer
import Foundation

/// An error of the database: the request may succeed when it is repeated later.
protocol DatabaseFailure: Error {}

/// A record is not the JSON that this server stores, which is no fault of the client.
struct DamagedRecordError: DatabaseFailure {}

extension RecordWriter {
    /// Changes a record that is JSON.
    ///
    /// - Parameter rules: Changes what is stored, where nil is no record, and returns the changes of the index, or nil if
    ///   nothing changes, with the outcome. They are applied again if another change came in between.
    func changeJSON<Value: Codable & Sendable, Outcome: Sendable>(
        _ name: CollaborationIdentifier,
        by rules: @escaping @Sendable (inout Value?) -> (AccountChanges?, Outcome)
    ) async throws -> Outcome {
        try await change(name) { stored in
            var value = try stored.map { try jsonValue(of: $0) as Value }
            let (accounts, outcome) = rules(&value)
            guard let accounts else { return .keep(outcome) }
            let record = try value.map { StoredRecord(bytes: [UInt8](try JSONEncoder.sorted.encode($0))) }
            return .replace(record, accounts: accounts, outcome)
        }
    }
}

/// Reads what `changeJSON` has stored.
func jsonValue<Value: Decodable>(of bytes: [UInt8]) throws(DamagedRecordError) -> Value {
    do {
        return try StrictJSONDecoder().decode(Value.self, from: bytes)
    } catch {
        throw DamagedRecordError()
    }
}
