import CollaborationCore
import CollaborationServer
import Synchronization

extension StoreRun {
    /// Several nodes, and several tasks on all of them at once.
    func checkSeveralTasks() async throws {
        try await rule("A version that was replaced is stored on no node, however many came after it") {
            // A version of which eight bits are compared is found with so many, and a memory of the last ones.
            let records = (0..<300).map { $0 % 10 == 9 ? nil : StoredRecord.random() } + [.random()]
            for (number, record) in records.enumerated() {
                let old = self[document]?.version ?? RecordVersion()
                try await write(record, in: document, on: number)
                try await expectConflict(document, old)
            }
            for number in 0..<1200 {
                let version = number < 300 ? records[number]?.version : RecordVersion()
                try await replace(document, version, with: .random(), on: number, expecting: false)
            }
        }
        let taskCount = min(max(4, 2 * nodes.count), 16)
        try await rule("Tasks that read, change and replace one record at once, beside canceled ones, lose no update") {
            let accounts = (0..<taskCount).map { account("\($0)") }
            for (number, size) in [0, 0, 0, 0, 0, 0, 65_536, 1 << 20].enumerated() {
                let start = StoredRecord.random(min(size, largestRecord - 3 * taskCount)).bytes
                let document = document("\(number)")
                // Each update appends the number of its task to the record, and lists the task's account alone. Tasks
                // that are canceled change nothing.
                try await concurrently(taskCount + 40) { task in
                    guard task < taskCount else {
                        try await attempt(canceledAfter: .microseconds(task * task)) {
                            try await record(of: document, on: task)
                            try await list(accounts[0], limit: 9, on: task) { _ in nil }
                            try await replace(document, RecordVersion(), with: .random(), on: task, expecting: false)
                        }
                        return
                    }
                    let changes = AccountChanges(added: [accounts[task]], removed: Set(accounts))
                    var (updates, attempts) = (0, 0)
                    while updates < 3 {
                        let old = try await record(of: document, on: task)
                        let new = StoredRecord(bytes: (old?.bytes ?? start) + [UInt8(task)])
                        if try await replace(document, old?.version, with: new, changes, on: task) { updates += 1 }
                        attempts += 1
                        try require(attempts < 3000, "Of 3,000 replacements \(updates) returned true.")
                    }
                }
                try await expectRecord(in: document)
                try await expectIndex(of: accounts)
                let stored = self[document]
                let updates = (stored?.bytes ?? []).dropFirst(start.count).sorted()
                let expected = (0..<taskCount).flatMap { Array(repeating: UInt8($0), count: 3) }
                try require(updates == expected, "Expected 3 updates of each of \(taskCount) tasks.")
                let deletions = try await concurrently(taskCount) { task in
                    try await replace(document, stored?.version, with: nil, .init(removed: Set(accounts)), on: task)
                }
                try require(deletions.count(where: \.self) == 1, "Expected that one deletion is true.")
            }
        }
        try await rule("Collaborations that change at once do not disturb each other") {
            let accounts = (0..<8).map { account("\($0)") }
            for round in 0..<12 {
                // All accounts are added, then one half is removed, then the other with the record.
                try await concurrently(2 * taskCount) { task in
                    let record = round % 3 == 2 ? nil : StoredRecord.random()
                    let (added, removed) = round % 3 == 0 ? (accounts[...], []) : ([], accounts.prefix(4))
                    let document = document("\(task)")
                    try await write(record, in: document, adding: Set(added), removing: Set(removed), on: task)
                }
                try await expectIndex(of: accounts)
            }
        }
        try await rule("A list has all names that stay while others come and go") {
            let documents = (10..<34).map { document("\($0)") }
            for document in documents.shuffled() { try await write(.random(), in: document, adding: [alice]) }
            // Every second one comes and goes.
            let stay = Set(stride(from: 0, to: documents.count, by: 2).map { documents[$0] })
            for round in 0..<4 {
                try await whileReading(by: 3) {
                    for (number, document) in documents.filter({ !stay.contains($0) }).enumerated() {
                        let record = round.isMultiple(of: 2) ? nil : StoredRecord.random()
                        try await write(record, in: document, adding: record == nil ? [] : [alice], on: number)
                    }
                } _: { reader in
                    var (names, size): ([Document], Int) = ([], 5)
                    while size == 5, names.count < 100 {
                        size = try await list(alice, after: names.last, limit: 5, on: reader) { page in
                            names += page
                            return page.count > 5 ? "expected at most 5 names" : nil
                        }.count
                    }
                    let expected = documents.filter(stay.union(names).contains)
                    try require(names == expected, "Not all names that stay, once and in order: \(describe(names)).")
                }
            }
        }
        try await rule("Record and index change in one step for whoever reads meanwhile") {
            let accounts = (0..<min(250, accountsInOneStep)).map { account("\($0)") }
            for number in 0..<40 {
                let (old, isListed) = (self[document], number.isMultiple(of: 2))
                let new = number % 4 == 3 ? nil : StoredRecord.random(number < 20 ? 16 : min(65_536, largestRecord))
                try await whileReading(by: max(3, nodes.count)) {
                    let added = isListed ? Set(accounts) : []
                    try await write(new, in: document, adding: added, removing: Set(accounts), on: number / 4)
                } _: { reader in
                    let account = accounts[Int.random(in: accounts.indices)]
                    let before = try await record(of: document, on: reader) {
                        $0 == old || $0 == new ? nil : "expected \(describe(old)) or \(describe(new))"
                    }
                    let listed = try await list(account, limit: 1000, on: reader) { _ in nil }
                    let after = try await record(of: document, on: reader)
                    // The record changes once, so the index belongs to it if it is the same before and after.
                    let belongs = before != after || listed == ((before == new) == isListed ? [document] : [])
                    try require(belongs, "Node \(reader % nodes.count + 1): no index of \(describe(before)).")
                }
            }
        }
    }
}

/// Writes in one task while others read, until it is done or one has read twenty times.
func whileReading(
    by readerCount: Int,
    _ write: @escaping @Sendable () async throws -> Void,
    _ read: @escaping @Sendable (_ reader: Int) async throws -> Void
) async throws {
    let isOver = Mutex(false)
    try await concurrently(1 + readerCount) { task in
        for _ in 0..<20 where task > 0 && !isOver.withLock(\.self) { try await read(task) }
        if task == 0 { try await write() }
        isOver.withLock { $0 = true }
    }
}
