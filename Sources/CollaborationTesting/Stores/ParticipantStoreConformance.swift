public import CollaborationServer

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The checks that every `ParticipantStore` must pass.
///
/// Call them from one test, with two or more nodes: values of the store that share a database, as servers do.
///
///     @Test func storeConforms() async throws {
///         let nodes = try await [MyStore(database: .forTests), MyStore(database: .forTests)]
///         try await ParticipantStoreConformance.check(nodes: nodes)
///     }
///
/// A store that keeps state in the memory of a server, for example a cache or a lock, can pass the checks of
/// one node and fail those of two.
///
/// Each check uses names that no other check uses, so that all may share one database and run concurrently.
public enum ParticipantStoreConformance {
    /// Checks every rule on the nodes of one store and reports all that are broken.
    ///
    /// The calls of each rule are sent to the nodes in turn, and a second time to nodes drawn at random, the
    /// same ones in every run.
    ///
    /// - Parameters:
    ///   - nodes: The nodes, at least one.
    ///   - date: When the first challenge of each rule is used. If it is nil, that is now, so that a store may
    ///     evict by the time of its database.
    /// - Throws: ``ParticipantStoreViolations`` with the rules broken, or `CancellationError`.
    public static func check(nodes: [any ParticipantStore], startingAt date: Date? = nil) async throws {
        try await check(startingAt: date) { nodes }
    }

    /// Checks every rule on one node and reports all that are broken.
    ///
    /// - Parameters:
    ///   - date: When the first challenge of each rule is used. If it is nil, that is now, so that a store may
    ///     evict by the time of its database.
    ///   - makeStore: Makes the store of a rule, or returns the same one each time.
    /// - Throws: ``ParticipantStoreViolations`` with the rules broken, `CancellationError`, or what the closure
    ///   throws.
    public static func check(
        startingAt date: Date? = nil,
        _ makeStore: () async throws -> any ParticipantStore
    ) async throws {
        try await check(startingAt: date) { [try await makeStore()] }
    }

    private static func check(
        startingAt date: Date?,
        makeNodes: () async throws -> [any ParticipantStore]
    ) async throws {
        var violations: [ParticipantStoreViolation] = []
        for rule in ParticipantStoreRule.all {
            try Task.checkCancellation()
            let nodes = try await makeNodes()
            do {
                try await rule.check(nodes: nodes, startingAt: date)
            } catch {
                violations.append(error)
            }
        }
        guard violations.isEmpty else { throw ParticipantStoreViolations(violations: violations) }
    }
}
