import CollaborationCore
package import CollaborationServer
import Synchronization

/// A run of the checks: the nodes of a store, and what can be checked on them.
///
/// A number of a node that is too large begins again at the first.
package struct StoreRun: Sendable {
    package typealias Fault = @Sendable () async throws -> Void

    /// A record has at most 1 MiB.
    package static let recordSizes = 1024...1 << 20
    /// A collaboration has at most 10,000 identities.
    package static let accountCounts = 10...10_000
    package static let timeLimits: ClosedRange<Duration> = .milliseconds(1) ... .seconds(86_400)

    var nodes: [any CollaborationStore]
    let identifier: StoreIdentifier?
    package var largestRecord = recordSizes.upperBound
    package var accountsInOneStep = accountCounts.upperBound
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
        try require(Self.timeLimits.contains(timeLimit), "timeLimit is \(timeLimit), outside of \(Self.timeLimits).")
        for (name, value, range, rest) in [
            ("largestRecord", largestRecord, Self.recordSizes, "records above \(largestRecord) bytes"),
            (
                "accountsInOneStep", accountsInOneStep, Self.accountCounts,
                "more than \(accountsInOneStep) accounts at once"
            ),
        ] {
            try require(value >= range.lowerBound, "\(name) is \(value), below \(range.lowerBound).")
            if value < range.upperBound { progress("Not checked: \(rest)") }
        }
        if nodes.count == 1 { progress("Not checked: several nodes on one database") }
        var (run, other) = (self, self)
        run.largestRecord = min(largestRecord, Self.recordSizes.upperBound)
        run.accountsInOneStep = min(accountsInOneStep, Self.accountCounts.upperBound)
        // Its records stay while the other rules are checked.
        other.log = StoreLog()
        async let time: Void = other.checkTime()
        for writer in nodes.indices { try await run.checkRecords(writer: writer) }
        try await run.checkLists()
        try await run.checkNames()
        try await run.checkSeveralTasks()
        try await time
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
        /// The node that writes unless a call names another.
        var writer = 0
        var calls: [StoreCall] = []
        /// Counts the beginnings and the ends of calls.
        var time = 0
        var expected: [CollaborationIdentifier: StoredRecord] = [:]
        var index: [AccountIdentifier: Set<CollaborationIdentifier>] = [:]
        /// The accounts that were ever added, of each collaboration that was written.
        var added: [CollaborationIdentifier: Set<AccountIdentifier>] = [:]
        var versions: [RecordVersion: Version] = [:]
        var violation: StoreViolation?
        /// Whether a call is not answered.
        var isWaiting: Bool { calls.contains { $0.outcome == nil } }
    }

    let state = Mutex(State())
}
