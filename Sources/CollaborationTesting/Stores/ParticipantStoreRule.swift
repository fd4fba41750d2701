public import CollaborationServer

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One rule of `ParticipantStore` that can be checked by itself, for example as an argument of a
/// parameterized test.
public struct ParticipantStoreRule: Sendable, CustomStringConvertible {
    /// The rule as a statement.
    public let description: String

    private let body: @Sendable (StoreCheck) async throws -> Void

    init(_ description: String, body: @escaping @Sendable (_ check: StoreCheck) async throws -> Void) {
        self.description = description
        self.body = body
    }

    /// Checks the rule.
    ///
    /// - Parameters:
    ///   - nodes: The nodes of one store, which need not be empty. With more than one, the calls are sent to
    ///     them in turn, and a second time at random.
    ///   - date: When the first challenge is used. If it is nil, that is now.
    /// - Throws: ``ParticipantStoreViolation``, also if the store throws.
    public func check(
        nodes: [any ParticipantStore],
        startingAt date: Date? = nil
    ) async throws(ParticipantStoreViolation) {
        guard !nodes.isEmpty else {
            throw ParticipantStoreViolation(rule: description, details: "There is no node to check.")
        }
        for order in nodes.count == 1 ? [.inTurn] : StoreNodes.Order.allCases {
            do {
                try await body(StoreCheck(nodes: StoreNodes(nodes, order: order), date: date ?? Date()))
            } catch {
                throw ParticipantStoreViolation(rule: description, details: "\(error)")
            }
        }
    }

    /// All rules.
    public static let all =
        nodes + updates + removals + accounts + names + values + pairings + challenges + evictions + races
        + randomCalls
}
