import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Synchronization
import Testing

@Suite("Checks of stores")
struct CollaborationStoreChecksTests {
    /// The violation that the rule with a prefix finds.
    func violation(
        of fault: StoreFault,
        accountsInOneStep: Int = 300,
        timeLimit: Duration = .seconds(60)
    ) async throws -> StoreViolation? {
        let (nodes, fail) = fault.make()
        var run = StoreRun(nodes: nodes)
        (run.accountsInOneStep, run.timeLimit) = (accountsInOneStep, timeLimit)
        (run.losingReply, run.disconnecting) = (fail, fail)
        run.isIncluded = { $0.hasPrefix(fault.rule) }
        let prepared = run
        do {
            try await prepared.check()
            return nil
        } catch let violation as StoreViolation { return violation }
    }

    @Test("The store in memory passes the checks with two nodes, also if a version is a key that it stores once")
    func inMemory() async throws {
        let versions = SharedValue(Set<RecordVersion>())
        var first = FaultyStore(InMemoryCollaborationStore())
        first.swap = { store, call in
            guard try await store.swap(call) else { return false }
            let isNew = versions.value.withLock { $0.insert(call.record?.version ?? RecordVersion()).inserted }
            guard isNew else { throw StoreFault.Disconnected() }
            return true
        }
        let second = first
        try await CollaborationStoreChecks.check(nodes: [first, second]) { print($0) }
    }

    @Test("The store in memory passes the rules of single records with one node")
    func oneNode() async throws {
        var run = StoreRun(nodes: [InMemoryCollaborationStore()])
        (run.accountsInOneStep, run.losingReply, run.isIncluded) = (100, {}, { $0.hasPrefix("A ") })
        try await run.check()
    }

    @Test(
        "The checks tell what the limits of a database leave out",
        arguments: [
            (2, 1 << 20, 10_000, []), (1, 1 << 20, 10_000, ["several nodes on one database"]),
            (2, 1_048_575, 10_000, ["records above 1048575 bytes"]),
            (2, 1 << 20, 9999, ["more than 9999 accounts at once"]),
        ] as [(Int, Int, Int, [String])]
    ) func limits(nodes: Int, largestRecord: Int, accounts: Int, left: [String]) async throws {
        let lines = Mutex<[String]>([])
        var run = StoreRun(nodes: Array(repeating: InMemoryCollaborationStore(), count: nodes))
        (run.largestRecord, run.accountsInOneStep, run.isIncluded) = (largestRecord, accounts, { _ in false })
        run.progress = { line in lines.withLock { $0.append(line) } }
        try await run.check()
        let told = lines.withLock { $0 }.filter { $0.hasPrefix("Not checked: ") }
        #expect(told == left.map { "Not checked: \($0)" })
    }

    @Test(
        "A parameter of the checks that is out of its range is an error that names it",
        arguments: [
            (1, -1, 10, .seconds(1), "largestRecord is"), (1, 1023, 10, .seconds(1), "largestRecord is"),
            (1, 1024, 9, .seconds(1), "accountsInOneStep is"), (1, 1024, .min, .seconds(1), "accountsInOneStep is"),
            (1, 1024, 10, .zero, "timeLimit is"), (1, 1024, 10, .seconds(Int.max), "timeLimit is"),
            (0, 1024, 10, .seconds(1), "There is no node"),
        ] as [(Int, Int, Int, Duration, String)]
    ) func outOfRange(nodes: Int, largestRecord: Int, accounts: Int, timeLimit: Duration, problem: String) async {
        let violation = await #expect(throws: StoreViolation.self) {
            try await CollaborationStoreChecks.check(
                nodes: Array(repeating: InMemoryCollaborationStore(), count: nodes),
                largestRecord: largestRecord,
                accountsInOneStep: accounts,
                timeLimit: timeLimit
            )
        }
        #expect(violation?.problem.hasPrefix(problem) == true)
    }

    @Test("A planted fault of a store is found by the rule that names it", arguments: StoreFault.all)
    func fault(_ fault: StoreFault) async throws {
        var violation: StoreViolation?
        // A busy machine may run tasks in an order in which nothing goes wrong.
        for _ in 0..<5 where violation == nil { violation = try await self.violation(of: fault) }
        #expect(violation?.rule.hasPrefix(fault.rule) == true, "\(fault.rule)")
    }

    @Test(
        "A planted fault that needs many names or several tasks is found by the rule that names it",
        .enabled(if: BuildConfiguration.isRelease, "takes seconds in a debug build"),
        arguments: StoreFault.slow
    ) func slowFault(_ fault: StoreFault) async throws { try await self.fault(fault) }

    @Test(
        "A store that changes at most 9,000 accounts in one step is found",
        .enabled(if: BuildConfiguration.isRelease, "takes seconds in a debug build")
    ) func accountsInOneStep() async throws {
        let fault = StoreFault.swap("The index changes with", "") { store, call in
            guard call.accounts.added.count <= 9000 else { throw StoreFault.Disconnected() }
            return try await store.swap(call)
        }
        #expect(
            try await violation(of: fault, accountsInOneStep: .max)?.problem.hasSuffix("threw Disconnected().") == true
        )
    }

    @Test("A call that does not end is found by the limit of time, which the violation names")
    func timeLimit() async throws {
        let fault = StoreFault.swap("All 16 bytes", "A replacement does not end") { _, _ in
            try await Task.sleep(for: .seconds(3600))
            return true
        }
        let violation = try await violation(of: fault, timeLimit: .milliseconds(1))
        #expect(violation?.problem.contains("0.001 seconds, which is the limit of time") == true)
        #expect(violation?.calls.last?.hasSuffix("is not answered") == true)
    }
}
