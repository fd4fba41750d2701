import CollaborationCore
import CollaborationServer

extension StoreRun {
    /// The identifier, errors, and what calls return in place of one.
    func checkFailures() async throws {
        try await rule("The identifier of the store is the same on every node, whatever is stored") {
            for record in [nil, StoredRecord.random(), .random(), nil] {
                try await write(record, in: document, adding: record == nil ? [] : [alice])
                for (number, node) in nodes.enumerated() {
                    try require(node.identifier == identifier, "Node \(number + 1) has another identifier.")
                }
            }
        }
        try await rule("A call of a canceled task throws or does the same as any other") {
            try await write(.random(), in: document, adding: [alice])
            for size in [16, min(65_536, largestRecord), largestRecord] {
                for (node, microseconds) in [0, 30, 300, 1500].enumerated() {
                    let time = Duration.microseconds(microseconds)
                    try await expectTruth(on: node, size, others: self, canceledAfter: time)
                }
            }
            try await expectNothingLater()
        }
        try await rule("A replacement whose reply was lost is not repeated", isPossible: losingReply != nil) {
            for record in [StoredRecord.random(), .random(min(65_536, largestRecord)), nil, .random()] {
                try await losingReply?()
                try await expectOutcome(of: record, on: 0, others: self)
            }
            try await expectNothingLater()
        }
        let isPossible = disconnecting != nil && nodes.count > 1
        try await rule("A call on a disconnected node throws or tells what is stored", isPossible: isPossible) {
            try await write(.random(), in: document, adding: [alice])
            try await disconnecting?()
            var others = self
            others.nodes.removeLast()
            // The node does not learn of this one, and may have kept the other.
            try await others.write(.random(), in: document, adding: [bob], removing: [alice])
            for _ in 0..<2 { try await expectTruth(on: nodes.count - 1, 16, others: others) }
            try await others.expectNothingLater()
            log.state.withLock { $0.expected = [:] }
        }
    }

    /// Expects of each call on a node that it throws or that its result is right, as other nodes see it.
    private func expectTruth(on node: Int, _ size: Int, others: StoreRun, canceledAfter time: Duration? = nil)
        async throws
    {
        try await attempt(canceledAfter: time) { try await expectRecord(in: document, on: node) }
        for account in [alice, bob] {
            try await attempt(canceledAfter: time) { try await expectIndex(of: [account], on: node) }
        }
        for record in [StoredRecord.random(size), nil] {
            try await attempt(canceledAfter: time) {
                let changes = AccountChanges(added: [alice, bob])
                try await replace(document, RecordVersion(), with: record, changes, on: node, expecting: false)
            }
            try await others.expectRecord(in: document)
            let new = record.map { StoredRecord(bytes: $0.bytes) }
            try await expectOutcome(of: new, on: node, others: others, canceledAfter: time)
        }
    }

    /// Makes a replacement, and expects that others find it made if it is true, and made or not if it throws.
    private func expectOutcome(
        of record: StoredRecord?,
        on node: Int,
        others: StoreRun,
        canceledAfter time: Duration? = nil
    ) async throws {
        let old = self[document]
        let new = StoreLog.Entry(record: record, accounts: old.accounts == [alice] ? [bob] : [alice])
        let changes = AccountChanges(added: new.accounts, removed: old.accounts)
        let isReplaced = try await attempt(canceledAfter: time) {
            try await replace(document, old.record?.version, with: record, changes, on: node, expecting: true)
        }
        // After an error it may be made before the next one, and then the next one conflicts once.
        let next = StoredRecord.random()
        for expected in [isReplaced, true] {
            let stored = try await others.record(of: document, on: node + 1) {
                let isRight = $0 == record || isReplaced == nil && $0 == old.record
                return isRight ? nil : "expected \(describe(record)), or \(describe(old.record)) after an error"
            }
            self[document] = stored == record ? new : old
            if try await replace(document, stored?.version, with: next, on: 0, expecting: expected) { break }
        }
        self[document].record = next
        try await others.expectRecord(in: document)
        try await others.expectIndex(of: [alice, bob])
    }

    /// Expects that no replacement is made after a later one.
    private func expectNothingLater() async throws {
        try await Task.sleep(for: .milliseconds(100))
        try await expectRecord(in: document)
        try await expectIndex(of: [alice, bob])
    }
}
