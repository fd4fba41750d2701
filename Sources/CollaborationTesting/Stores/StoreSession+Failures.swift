import CollaborationCore
import CollaborationServer

extension StoreSession {
    /// Errors, and what calls return in place of one.
    func checkFailures() async throws {
        try await rule("A call of a canceled task throws or does the same as any other") { [self] in
            try await write(.random(), in: document, adding: [alice])
            try await expectTruthOrError(canceledAfter: .zero)
        }
        try await rule("A replacement whose reply was lost is not repeated", checks.losingReply) {
            [self] loseReply in
            for record in [StoredRecord.random(), .random(), nil] {
                let old = self[document].record
                let changes = AccountChanges(added: record == nil ? [] : [alice], removed: [alice])
                try await loseReply()
                // An error tells the caller that the outcome is unknown.
                let isReplaced = try await attempt { [self] in
                    try await replace(document, old?.version, with: record, changes, on: 0)
                }
                let stored = try await self.record(of: document, on: 1)
                let isTrue = stored == record ? isReplaced != false : stored == old && isReplaced != true
                try require(isTrue, "What is stored contradicts the result.", document)
                self[document] = Entry(record: stored, accounts: stored == nil ? [] : [alice])
                try await expectIndex(of: [alice])
            }
        }
        try await rule("A call on a disconnected node throws or tells what is stored", checks.disconnecting) {
            [self] disconnect in
            try await write(.random(), in: document, adding: [alice])
            try await disconnect()
            try await expectTruthOrError()
        }
    }

    /// Expects of each call on the last node that it throws or that its result is right.
    private func expectTruthOrError(canceledAfter time: Duration? = nil) async throws {
        let (stored, last) = (self[document].record, nodes.count - 1)
        let read = try await attempt(canceledAfter: time) { [self] in
            try await record(of: document, on: last)
        }
        try require(read == nil || read == .some(stored), "Expected an error or \(text(stored)).", document)
        _ = try await attempt(canceledAfter: time) { [self] in try await expectPage(of: alice, on: last) }
        let isReplaced = try await attempt(canceledAfter: time) { [self] in
            try await replace(document, stored?.version, with: .random(), on: last)
        }
        try require(isReplaced != false, "Expected an error or true.", document)
    }
}
