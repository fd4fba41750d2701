import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Testing

@Suite("Checks of stores")
struct CollaborationStoreChecksTests {
    /// The violation that the checks find.
    func violation(
        of nodes: [any CollaborationStore],
        by rule: String = "",
        losingReply: (@Sendable () async throws -> Void)? = nil,
        disconnecting: (@Sendable () async throws -> Void)? = nil,
        timeLimit: (@Sendable () async throws -> Void)? = nil
    ) async throws -> CollaborationStoreViolation? {
        var checks = StoreChecks(nodes: nodes)
        (checks.losingReply, checks.disconnecting) = (losingReply, disconnecting)
        if let timeLimit { checks.timeLimit = timeLimit }
        checks.onlyRule = rule
        do {
            try await checks.run()
            return nil
        } catch let violation as CollaborationStoreViolation {
            return violation
        }
    }

    @Test("The store in memory passes the checks with two nodes")
    func inMemory() async throws {
        let first = InMemoryCollaborationStore()
        let second = first
        try await CollaborationStoreChecks.check(nodes: [first, second]) { print($0) }
    }

    @Test("The store in memory passes the checks with one node, and with three", arguments: [1, 3])
    func inMemory(_ count: Int) async throws {
        let store = InMemoryCollaborationStore()
        try await CollaborationStoreChecks.check(nodes: Array(repeating: store, count: count))
    }

    @Test(
        "The checks tell what the limits of a database leave out",
        arguments: [
            (2, 1_100_001, 1000, []), (1, 1_100_001, 1000, ["several nodes on one database"]),
            (2, 1_100_000, 1000, ["records above 1100000 bytes"]),
            (2, 1_100_001, 999, ["more than 999 accounts at once"]),
        ] as [(Int, Int, Int, [String])]
    ) func limits(nodes: Int, largestRecord: Int, accounts: Int, left: [String]) async throws {
        let lines = Locked<[String]>([])
        var checks = StoreChecks(nodes: Array(repeating: InMemoryCollaborationStore(), count: nodes))
        (checks.largestRecord, checks.accountsInOneStep, checks.onlyRule) = (largestRecord, accounts, "None")
        checks.progress = { line in lines.withLock { $0.append(line) } }
        try await checks.run()
        let told = lines.withLock { $0 }.filter { $0.hasPrefix("Not checked: ") }
        for line in left { #expect(told.contains("Not checked: \(line)")) }
        #expect(
            told.filter { $0.contains("nodes on") || $0.contains("above") || $0.contains("at once") }.count
                == left.count
        )
    }

    @Test("A planted fault of a store is found by the rule that names it", arguments: StoreFault.all)
    func fault(_ fault: StoreFault) async throws {
        let violation = try await violation(of: fault.nodes(), by: fault.rule)
        #expect(violation?.rule.hasPrefix(fault.rule) == true, "\(fault.rule)")
    }

    @Test(
        "A planted fault that only shows between two tasks is found by the rule that names it",
        .enabled(if: BuildConfiguration.isRelease, "takes seconds in a debug build"),
        arguments: StoreFault.tasks
    ) func faultOfTasks(_ fault: StoreFault) async throws { try await self.fault(fault) }

    @Test("A call that does not end is found by the time limit of its rule")
    func timeLimit() async throws {
        var node = FaultyStore(InMemoryCollaborationStore())
        node.swap = { _, _ in
            try await Task.sleep(for: .seconds(3600))
            return true
        }
        // The limit is over at once.
        let violation = try await violation(of: [node, node], by: "All 16 bytes", timeLimit: {})
        #expect(violation?.problem == "The time limit is over, or the task was canceled.")
    }
}
