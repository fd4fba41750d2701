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
/// The database may have other data, but not a collaboration or an account with a name such as `null`, and one check at
/// a time. The checks delete what they store. They do not show that a change is durable.
public enum CollaborationStoreChecks {
    /// Checks every rule on the nodes of one store.
    ///
    /// - Parameters:
    ///   - nodes: The nodes, at least one. Each of them writes, and all of them read.
    ///   - largestRecord: The largest record in bytes that the database can store, if that is below the 1 MiB that a
    ///     record may have; at least 1,024.
    ///   - accountsInOneStep: How many accounts a replacement can add and remove, if the database has a limit
    ///     below 10,000; at least 10.
    ///   - timeLimit: How long a rule waits while a call is open and none begins or ends, from one millisecond to one
    ///     day. Then its calls are abandoned.
    ///   - progress: Is told each rule before it is checked, and what is not checked.
    ///   - losingReply: Makes the next replacement on the first node lose its reply: the database makes the
    ///     change, but the connection fails before the store learns of it. If it is nil, this is not checked.
    ///   - disconnecting: Cuts the last node off from the database. If it is nil, or there is one node, this is not
    ///     checked.
    /// - Throws: An error whose description has the rule that is broken, the calls that concern it, of which the wrong
    ///   one is marked, and the problem. The two numbers before a call say in which order the calls began and ended.
    public static func check(
        nodes: [any CollaborationStore],
        largestRecord: Int = .max,
        accountsInOneStep: Int = .max,
        timeLimit: Duration = .seconds(60),
        progress: @escaping @Sendable (_ line: String) -> Void = { _ in },
        losingReply: (@Sendable () async throws -> Void)? = nil,
        disconnecting: (@Sendable () async throws -> Void)? = nil
    ) async throws {
        var run = StoreRun(nodes: nodes)
        (run.largestRecord, run.accountsInOneStep, run.timeLimit) = (largestRecord, accountsInOneStep, timeLimit)
        (run.progress, run.losingReply, run.disconnecting) = (progress, losingReply, disconnecting)
        try await run.check()
    }
}
