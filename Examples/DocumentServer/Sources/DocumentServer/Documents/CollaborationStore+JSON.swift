import CollaborationProofs
import CollaborationServer
import Foundation

/// A record was changed by others each time that this server wanted to replace it.
struct RecordConflictError: DatabaseFailure {}

/// A record is not the JSON that this server stores, which is no fault of the client.
struct DamagedRecordError: DatabaseFailure {}

extension CollaborationStore {
    /// Reads a record that is JSON; nil if there is none.
    func json<Value: Decodable>(of name: CollaborationIdentifier) async throws -> Value? {
        try await record(of: name).map { try $0.json() }
    }

    /// Changes a record that is JSON.
    ///
    /// - Parameters:
    ///   - name: The name of the record.
    ///   - rules: Changes what is stored, where nil is no record, and returns the changes of the index; nil if nothing
    ///     changes. They are applied again if another change came in between.
    /// - Throws: What the rules or the database throw, or ``RecordConflictError``.
    func changeJSON<Value: Codable>(
        _ name: CollaborationIdentifier,
        by rules: (inout Value?) async throws -> AccountChanges?
    ) async throws {
        for attempt in 0..<20 {
            let stored = try await record(of: name)
            var value = try stored.map { try $0.json(Value.self) }
            guard let accounts = try await rules(&value) else { return }
            let isReplaced = try await replaceRecord(
                of: name,
                version: stored?.version,
                with: value.map { StoredRecord(bytes: [UInt8](try JSONEncoder().encode($0))) },
                accounts: accounts
            )
            if isReplaced { return }
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...min(1 << attempt, 100))))
        }
        throw RecordConflictError()
    }
}

extension StoredRecord {
    fileprivate func json<Value: Decodable>(
        _ type: Value.Type = Value.self
    ) throws(DamagedRecordError) -> Value {
        do {
            return try StrictJSONDecoder().decode(type, from: bytes)
        } catch {
            throw DamagedRecordError()
        }
    }
}
