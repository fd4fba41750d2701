public import CollaborationServer

/// The checks that every `CollaborationStore` must pass.
///
/// Call them from one test, with two or more nodes: values of the store on one database, as servers have them.
///
///     @Test func storeKeepsTheRules() async throws {
///         let nodes = try await [MyStore(database: .forTests), MyStore(database: .forTests)]
///         try await CollaborationStoreChecks.check(nodes: nodes) { print($0) }
///     }
///
/// The database may have other data and other users: all names are random, and the checks delete what they store.
///
/// A store that keeps state in the memory of a server, for example a cache or a lock, can pass with one node and
/// fail with two. No check can show that a change is durable, or what a store does when the database fails.
public enum CollaborationStoreChecks {
    /// Checks every rule on the nodes of one store.
    ///
    /// The rules of `SingleWriterStore` are checked too if all nodes conform to it.
    ///
    /// - Parameters:
    ///   - nodes: The nodes, at least one.
    ///   - progress: Is told each rule before it is checked, and what is not checked.
    ///   - losingReply: Makes the next replacement on the first node lose its reply: the database makes the
    ///     change, but the connection fails before the store learns of it. If it is nil, this is not checked.
    /// - Throws: ``CollaborationStoreViolation`` for the first rule that is broken, also if the store throws.
    public static func check(
        nodes: [any CollaborationStore],
        progress: (_ rule: String) -> Void = { _ in },
        losingReply: (@Sendable () async throws -> Void)? = nil
    ) async throws(CollaborationStoreViolation) {
        let session = StoreSession(nodes: nodes)
        func rule(
            _ statement: String,
            _ check: () async throws -> Void
        ) async throws(CollaborationStoreViolation) {
            progress(statement)
            try await session.check(statement, check)
        }
        try await session.checkNodes(rule)
        try await session.checkReplacements(rule)
        try await session.checkValues(rule)
        try await session.checkIndex(rule)
        try await session.checkRaces(rule)
        let lostReply = "A replacement whose reply was lost is not repeated, so that it conflicts with itself"
        if let losingReply {
            try await rule(lostReply) { try await session.checkLostReply(losingReply) }
        } else {
            progress("Not checked, since no reply can be lost: \(lostReply)")
        }
    }
}

/// A rule that a store breaks.
public struct CollaborationStoreViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rule as a statement.
    public let rule: String

    /// The last calls, each with its node and with what it returned, in the order in which they returned.
    package let calls: [String]

    /// What was expected of the last call, or of all of them.
    package let problem: String

    /// The rule, and below it the calls and the problem.
    public var description: String {
        ([rule] + calls.map { "    \($0)" } + [problem]).joined(separator: "\n")
    }
}
