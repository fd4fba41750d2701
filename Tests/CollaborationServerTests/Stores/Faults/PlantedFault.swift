import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

/// A fault that an author of a store might make, and the rule that it breaks.
struct PlantedFault: Sendable, CustomTestStringConvertible {
    let testDescription: String

    /// The rule that must be reported, among others.
    let rule: String

    /// The nodes of a store with the fault.
    let nodes: @Sendable () -> [any ParticipantStore]

    init(
        _ description: String,
        breaking rule: String,
        nodes: @escaping @Sendable () -> [any ParticipantStore]
    ) {
        testDescription = description
        self.rule = rule
        self.nodes = nodes
    }

    /// A fault of a store in the memory of one process, which gets each operation and the store that
    /// performs it without fault.
    init(
        _ description: String,
        breaking rule: String,
        perform: @escaping @Sendable (StoreOperation, InMemoryParticipantStore) async throws -> StoreResult
    ) {
        self.init(description, breaking: rule) {
            let store = InMemoryParticipantStore()
            return [InterceptedStore { try await perform($0, store) }]
        }
    }

    static let all = values + challenges + results + removals + updates + listing + nodes
}

/// Replaces each value by the first one that a database takes for the same.
final class FirstSeen<Value: Hashable & Sendable, Key: Hashable & Sendable>: Sendable {
    private let values = Locked<[Key: Value]>([:])
    private let key: @Sendable (Value) -> Key

    init(key: @escaping @Sendable (Value) -> Key) { self.key = key }

    func callAsFunction(_ value: Value) -> Value {
        let key = key(value)
        return values.withLock { values in
            let first = values[key, default: value]
            values[key] = first
            return first
        }
    }
}
