import CollaborationModels
import CollaborationServer

/// Sends calls to the nodes of a store, compares what they return, and keeps a transcript.
final class StoreScene: Sendable {
    let fixture: StoreFixture
    private let nodes: StoreNodes
    private let transcript: Locked<StoreTranscript>

    init(fixture: StoreFixture, nodes: StoreNodes) {
        self.fixture = fixture
        self.nodes = nodes
        transcript = Locked(StoreTranscript(fixture: fixture, nodes: nodes))
    }

    /// The number of calls so far.
    var callCount: Int { transcript.withLock { $0.calls.count } }

    /// Performs an operation.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - node: The node. If it is nil, the number of calls so far determines it.
    /// - Returns: The result.
    /// - Throws: ``StoreMismatch`` if the store throws.
    func perform(_ operation: StoreOperation, node: Int? = nil) async throws -> StoreResult {
        let node = node ?? nodes.node(forCall: callCount)
        do {
            let result = try await operation.perform(on: nodes.stores[node])
            transcript.withLock { $0.calls.append((operation, node, result)) }
            return result
        } catch {
            transcript.withLock { $0.calls.append((operation, node, nil)) }
            throw mismatch("The store threw \(error).")
        }
    }

    /// Performs an operation and compares its result.
    ///
    /// - Throws: ``StoreMismatch`` if the result is another one, or if the store throws.
    func expect(_ expected: StoreResult, from operation: StoreOperation, node: Int? = nil) async throws {
        let found = try await perform(operation, node: node)
        guard found == expected else {
            throw mismatch("expected: \(transcript.withLock { $0.describe(expected) })")
        }
    }

    /// Compares a value that was found in another way than by one call.
    func expect<Value: Equatable>(_ expected: Value, _ found: Value, _ what: String) throws {
        guard found == expected else {
            throw mismatch("expected \(what): \(expected), found: \(found)")
        }
    }

    /// The error for a difference, with all calls so far.
    func mismatch(_ difference: String) -> StoreMismatch {
        StoreMismatch(description: transcript.withLock { "\($0.description)\n\(difference)" })
    }

    /// The error for calls at the same time that no serial order explains.
    func mismatch(_ histories: [[SerialOrder.Call]], then final: [SerialOrder.Call]) -> StoreMismatch {
        StoreMismatch(description: transcript.withLock { $0.describe(histories, then: final) })
    }
}

/// A difference between what a store did and what the rule says.
struct StoreMismatch: Error, CustomStringConvertible {
    let description: String
}
