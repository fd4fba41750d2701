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
    /// - Parameters:
    ///   - nodes: The nodes, at least one. Each of them writes, and all of them read.
    ///   - largestRecord: The largest record in bytes that the database can store, if that is below 1.1 million.
    ///   - accountsInOneStep: How many accounts a replacement can add and remove, if the database has a limit
    ///     below 1,000; at least 10.
    ///   - timeLimit: How long each rule may take, for each node that writes. Then its calls are abandoned.
    ///   - progress: Is told each rule before it is checked, and what is not checked.
    ///   - losingReply: Makes the next replacement on the first node lose its reply: the database makes the
    ///     change, but the connection fails before the store learns of it. If it is nil, this is not checked.
    ///   - disconnecting: Cuts the last node off from the database, for the last rule. If it is nil, this is not
    ///     checked.
    /// - Throws: An error whose description has the rule that is broken, the calls that concern it, and the
    ///   problem. Before each call are two numbers that show in which order the calls began and ended.
    public static func check(
        nodes: [any CollaborationStore],
        largestRecord: Int = .max,
        accountsInOneStep: Int = .max,
        timeLimit: Duration = .seconds(60),
        progress: @escaping @Sendable (_ line: String) -> Void = { _ in },
        losingReply: (@Sendable () async throws -> Void)? = nil,
        disconnecting: (@Sendable () async throws -> Void)? = nil
    ) async throws {
        var checks = StoreChecks(nodes: nodes)
        checks.largestRecord = min(largestRecord, checks.largestRecord)
        checks.accountsInOneStep = min(accountsInOneStep, checks.accountsInOneStep)
        checks.timeLimit = { try await Task.sleep(for: timeLimit) }
        (checks.progress, checks.losingReply, checks.disconnecting) = (progress, losingReply, disconnecting)
        try await checks.run()
    }
}

/// The nodes to check, and what can be checked on them.
package struct StoreChecks: Sendable {
    package typealias Fault = @Sendable () async throws -> Void

    let nodes: [any CollaborationStore]
    /// More than 1 MiB, and odd.
    package var largestRecord = 1_100_001
    package var accountsInOneStep = 1000
    /// Returns when the time of a rule is over.
    package var timeLimit: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(60)) }
    package var progress: @Sendable (String) -> Void = { _ in }
    /// How the rules begin that are checked: in the checks' own test, the one that must find a fault.
    package var onlyRule = ""
    package var losingReply: Fault?
    package var disconnecting: Fault?

    package init(nodes: [any CollaborationStore]) { self.nodes = nodes }

    /// Checks all rules.
    package func run() async throws {
        let sessions = nodes.indices.map { StoreSession(self, writer: $0) }
        guard let first = sessions.first else {
            throw CollaborationStoreViolation(problem: "There is no node to check.")
        }
        for session in sessions { try await session.checkRecords() }
        try await first.checkPages()
        for session in sessions { try await session.checkValues() }
        try await first.checkSeveralNodes()
        try await first.checkSeveralTasks()
        try await first.checkFailures()
        if nodes.count == 1 { progress("Not checked: several nodes on one database") }
        if largestRecord < 1_100_001 { progress("Not checked: records above \(largestRecord) bytes") }
        if accountsInOneStep < 1000 {
            progress("Not checked: more than \(accountsInOneStep) accounts at once")
        }
    }
}
