import CollaborationCore
import CollaborationModels
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Testing

@Suite("Checks of stores")
struct CollaborationStoreChecksTests {
    /// The violation that the checks find.
    func violation(
        of nodes: [any CollaborationStore],
        losingReply: (@Sendable () async throws -> Void)? = nil
    ) async -> CollaborationStoreViolation? {
        do {
            try await CollaborationStoreChecks.check(nodes: nodes, losingReply: losingReply)
            return nil
        } catch {
            return error
        }
    }

    @Test("The store in memory passes the checks with two nodes")
    func inMemory() async throws {
        let first = InMemoryCollaborationStore()
        let second = first
        try await CollaborationStoreChecks.check(nodes: [first, second]) { print($0) }
    }

    @Test("The store in memory passes the checks with one node, and with nine", arguments: [1, 9])
    func inMemory(_ count: Int) async throws {
        let store = InMemoryCollaborationStore()
        try await CollaborationStoreChecks.check(nodes: Array(repeating: store, count: count))
    }

    @Test(
        "A planted fault of a store is found by the rule that names it",
        .enabled(if: BuildConfiguration.isRelease),
        arguments: StoreFault.all
    )
    func fault(_ fault: StoreFault) async throws {
        let violation = try #require(await violation(of: fault.nodes()))
        #expect(violation.rule.hasPrefix(fault.rule), "\(violation)")
    }

    @Test(
        "A planted fault of a store with one writer is found by a rule for changes",
        arguments: SingleWriterDouble.Fault.allCases
    )
    func singleWriterFault(_ fault: SingleWriterDouble.Fault) async throws {
        let store = SingleWriterDouble(fault: fault)
        let violation = try #require(await violation(of: [store, store]))
        #expect(
            violation.rule.hasPrefix(fault == .suspends ? "Changes and" : "A change decides"),
            "\(violation)"
        )
    }

    @Test(
        "A store that reports a lost reply as an error passes, and one that repeats the replacement does not",
        arguments: [false, true]
    )
    func lostReply(isRepeated: Bool) async throws {
        struct ConnectionLost: Error {}
        let isLost = SharedValue(false)
        var node = FaultyStore(InMemoryCollaborationStore())
        node.swap = { store, call in
            let isMade = try await store.swap(call)
            guard
                isLost.value.withLock({ wasLost in
                    defer { wasLost = false }
                    return wasLost
                })
            else { return isMade }
            guard isRepeated else { throw ConnectionLost() }
            return try await store.swap(call)
        }
        let violation = await violation(of: [node, node]) { isLost.value.withLock { $0 = true } }
        #expect(violation?.rule.hasPrefix("A replacement whose reply was lost") == (isRepeated ? true : nil))
    }

    @Test("A store with one writer at a time passes the checks, each rule of which has a planted fault")
    func rules() async throws {
        var rules: [String] = []
        let store = SingleWriterDouble()
        try await CollaborationStoreChecks.check(nodes: [store, store]) { rules.append($0) }
        let found = StoreFault.all.map(\.rule) + ["A change decides", "Changes and", "Not checked"]
        for rule in rules { #expect(found.contains { rule.hasPrefix($0) }, "\(rule)") }
        #expect(Set(rules).count == rules.count)
    }

    @Test("The checks leave nothing in the database")
    func nothingLeft() async throws {
        let (records, entries) = (
            SharedValue(Set<CollaborationIdentifier>()), SharedValue(Set<AccountIdentifier>())
        )
        let store = SingleWriterDouble()
        var node = FaultyStore(store)
        node.swap = { store, call in
            records.value.withLock { _ = $0.insert(call.document) }
            entries.value.withLock { $0.formUnion(call.accounts.added) }
            return try await store.swap(call)
        }
        try await CollaborationStoreChecks.check(nodes: [node, node])
        for document in records.value.withLock({ $0 }) { #expect(await store.record(of: document) == nil) }
        for account in entries.value.withLock({ $0 }) {
            #expect(await store.collaborations(of: account, after: nil, limit: 1) == [])
        }
    }

    @Test("A violation names the rule, the calls with their nodes and results, and what was expected")
    func description() async throws {
        var node = FaultyStore(InMemoryCollaborationStore())
        node.read = { _, _ in nil }
        let violation = try #require(await violation(of: [node, node]))
        #expect(violation.rule == "What a replacement has stored is read on every node")
        #expect(violation.calls.last?.hasPrefix("node 1: record(of:) \"check ") == true)
        #expect(violation.calls.last?.hasSuffix(" document\" -> nil") == true)
        #expect(violation.problem.hasPrefix("Expected "))
        let lines = "\(violation)".split(separator: "\n").map(String.init)
        #expect(lines.first == violation.rule && lines.last == violation.problem)
        #expect(lines.count == violation.calls.count + 2)
    }

    @Test("A violation shows the error that a store throws")
    func storeError() async throws {
        struct Unreachable: Error {}
        var node = FaultyStore(InMemoryCollaborationStore())
        node.read = { _, _ in throw Unreachable() }
        let violation = try #require(await violation(of: [node]))
        #expect(violation.problem == "A call threw Unreachable().")
        #expect(violation.calls.last?.hasSuffix("threw Unreachable()") == true)
    }

    @Test("Checks without a node find that there is none")
    func noNode() async throws {
        #expect(await violation(of: [])?.problem == "There is no node to check.")
    }
}
