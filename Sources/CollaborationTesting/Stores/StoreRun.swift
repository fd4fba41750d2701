import CollaborationCore
package import CollaborationServer
import Synchronization

/// A run of the checks: the nodes of a store, counted from the first again after the last, and what can be checked on them.
package struct StoreRun: Sendable {
    package typealias Fault = @Sendable () async throws -> Void

    var nodes: [any CollaborationStore]
    let identifier: StoreIdentifier?
    /// The node that writes unless a call names another.
    var writer = 0
    package var largestRecord = Int.max
    package var accountsInOneStep = Int.max
    package var timeLimit: Duration = .seconds(60)
    package var progress: @Sendable (String) -> Void = { _ in }
    package var losingReply: Fault?
    package var disconnecting: Fault?
    /// Which rules are checked: in the checks' own test, the one that must find a fault.
    package var isIncluded: @Sendable (_ rule: String) -> Bool = { _ in true }
    var log = StoreLog()

    package init(nodes: [any CollaborationStore]) { (self.nodes, identifier) = (nodes, nodes.first?.identifier) }

    /// Checks all rules.
    package func check() async throws {
        try require(!nodes.isEmpty, "There is no node to check.")
        try require(largestRecord >= 1024, "largestRecord is \(largestRecord), below 1024.")
        try require(accountsInOneStep >= 10, "accountsInOneStep is \(accountsInOneStep), below 10.")
        let isTime = (.milliseconds(1) ... .seconds(86_400)).contains(timeLimit)
        try require(isTime, "timeLimit is \(timeLimit), not from one millisecond to one day.")
        var run = self
        // A record has at most 1 MiB, and a collaboration at most 10,000 identities.
        (run.largestRecord, run.accountsInOneStep) = (min(largestRecord, 1 << 20), min(accountsInOneStep, 10_000))
        if nodes.count == 1 { progress("Not checked: several nodes on one database") }
        if largestRecord < 1 << 20 { progress("Not checked: records above \(largestRecord) bytes") }
        if accountsInOneStep < 10_000 { progress("Not checked: more than \(accountsInOneStep) accounts at once") }
        // Beside the others, since it waits.
        var waiting = run
        waiting.log = StoreLog()
        async let isKept: Void = waiting.rule("What was stored is stored a second later") { [waiting] in
            try await waiting.write(.random(), in: waiting.document, adding: [waiting.alice])
            try await Task.sleep(for: .milliseconds(1001))
        }
        for writer in nodes.indices {
            run.writer = writer
            try await run.checkRecords()
        }
        try await run.checkNames()
        try await run.checkSeveralTasks()
        try await isKept
        try await run.checkFailures()
    }
}

/// The calls of the rule that is checked, and what should be stored after them.
final class StoreLog: Sendable {
    /// A version that was to be stored.
    struct Version {
        let record: StoredRecord
        let document: CollaborationIdentifier
        var isRefused = false
        /// The time at which it was known to be replaced.
        var end: Int?
    }

    struct State {
        let name = "check " + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        var calls: [StoreCall] = []
        /// Counts the beginnings and the ends of calls.
        var time = 0
        var expected: [CollaborationIdentifier: StoredRecord] = [:]
        var index: [AccountIdentifier: Set<CollaborationIdentifier>] = [:]
        /// The accounts that were ever added, of each collaboration that was written.
        var added: [CollaborationIdentifier: Set<AccountIdentifier>] = [:]
        var versions: [RecordVersion: Version] = [:]
        var violation: StoreViolation?
    }

    let state = Mutex(State())
}
