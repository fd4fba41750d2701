import CollaborationServer

extension StoreRun {
    /// Errors, and what calls return in place of one.
    func checkFailures() async throws {
        try await rule("A call of a canceled task throws or does the same as any other") {
            // A list that is read in parts is long, and a record that is too large is stored whole or not.
            try await addEntries((100..<230).map { document("\($0)") }, of: alice)
            for size in Set([16, min(65_536, largestRecord), largestRecord, 1 << 20]) {
                for (node, microseconds) in [0, 300, 30, 1500].prefix(size == 16 ? 4 : 2).enumerated() {
                    let time = Duration.microseconds(microseconds)
                    try await expectTruth(on: node, size, others: self, canceledAfter: time)
                }
            }
        }
        try await rule("A replacement whose reply was lost is not repeated", isPossible: losingReply != nil) {
            for size in [16, min(65_536, largestRecord)] {
                try await expectTruth(on: 0, size, others: self, failing: losingReply)
                // No part of it is made after this.
                try await write(.random(), in: document, adding: [alice], removing: [bob])
            }
            try await Task.sleep(for: .milliseconds(1100))
        }
        let isPossible = disconnecting != nil && nodes.count > 1
        try await rule("A call on a disconnected node throws or tells what is stored", isPossible: isPossible) {
            for node in nodes.indices { try await write(.random(), in: document("\(node)"), adding: [alice], on: node) }
            try await write(.random(), in: document, adding: [bob])
            try await expectIndex(of: [alice, bob])
            try await disconnecting?()
            var others = self
            others.nodes.removeLast()
            // The node does not learn of these, and may have kept others.
            for _ in 0..<2 { try await expectTruth(on: nodes.count - 1, 16, others: others) }
            try await Task.sleep(for: .milliseconds(1100))
        }
    }

    /// Expects of each call on a node that it throws or that its result is right, as others see it.
    private func expectTruth(
        on node: Int,
        _ size: Int,
        others: StoreRun,
        canceledAfter time: Duration? = nil,
        failing fail: Fault? = nil
    ) async throws {
        let kinds: [(StoredRecord?, StoredRecord?)] = [
            (.random(), .random(size)), (.random(min(size, largestRecord)), nil), (nil, .random(size)),
        ]
        for (old, new) in kinds {
            let changes = AccountChanges(added: [bob], removed: [alice])
            try await others.write(old, in: document, adding: [alice], removing: [bob])
            try await attempt(canceledAfter: time) { try await expectRecord(in: document, on: node) }
            try await attempt(canceledAfter: time) { try await expectIndex(of: [alice, bob], on: node) }
            try await fail?()
            try await attempt(canceledAfter: time) {
                try await replace(document, RecordVersion(), with: .random(size), changes, on: node, expecting: false)
            }
            try await others.expectRecord(in: document)
            try await others.expectIndex(of: [alice, bob])
            try await fail?()
            let isReplaced = try await attempt(canceledAfter: time) {
                try await replace(document, old?.version, with: new, changes, on: node, expecting: true)
            }
            // After an error it may be made before the next one, and then the next one conflicts once.
            for expected in [isReplaced, true] {
                let stored = try await others.record(of: document, on: node + 1) {
                    let isRight = $0 == new || isReplaced == nil && $0 == old
                    return isRight ? nil : "expected \(describe(new)), or \(describe(old)) after an error"
                }
                if stored == new { expect(new, changes, in: document) }
                if try await replace(document, stored?.version, with: .random(), on: 0, expecting: expected) { break }
            }
            try await others.expectConflict(document, RecordVersion(), changes)
            try await others.expectIndex(of: [alice, bob])
        }
    }
}
