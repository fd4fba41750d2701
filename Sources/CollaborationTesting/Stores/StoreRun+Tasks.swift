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
            let all = Set(accounts)
            // Writes of several collaborations of the same accounts do not conflict.
            try await concurrently(taskCount) { task in
                for some in [accounts, [], accounts.dropLast(2)] {
                    try await write(.random(), in: document("by \(task)"), adding: Set(some), removing: all, on: task)
                }
            }
            for (number, size) in [0, 0, 0, 0, 0, 0, 65_536, 1 << 20].enumerated() {
                let start = StoredRecord.random(min(size, largestRecord - 100)).bytes
                let document = document("\(number)")
                // Each update appends the number of its task to the record, and lists one account alone.
                @Sendable func update(_ count: Int, by task: Int, attempts: Int = 3000) async throws {
                    let changes = AccountChanges(added: [accounts[task % taskCount]], removed: all)
                    var updates = 0
                    for _ in 0..<attempts where updates < count {
                        let old = try await record(of: document, on: task)
                        let new = StoredRecord(bytes: (old?.bytes ?? start) + [UInt8(task)])
                        if try await replace(document, old?.version, with: new, changes, on: task) { updates += 1 }
                    }
                }
                try await concurrently(taskCount + 40) { task in
                    if task < taskCount { return try await update(3, by: task) }
                    try await attempt(canceledAfter: .microseconds(10 * task * task)) {
                        try await update(1, by: task, attempts: 1)
                    }
                }
                // What canceled tasks have sent may be stored until the next replacement.
                try await update(1, by: 0)
                try await expectRecord(in: document)
                try await expectIndex(of: accounts)
                let updates = (self[document]?.bytes ?? []).dropFirst(start.count).filter { $0 < taskCount }
                let expected = [0] + (0..<3 * taskCount).map { UInt8($0 / 3) }
                try require(updates.sorted() == expected, "Expected 3 updates of each of \(taskCount) tasks.")
                // Of replacements of one version one is true, also where the bytes are equal.
                for bytes in [self[document]?.bytes, nil] {
                    let old = self[document]?.version
                    let results = try await concurrently(taskCount) { task in
                        try await replace(document, old, with: bytes.map { .init(bytes: $0) }, on: task)
                    }
                    try require(results.count(where: \.self) == 1, "Expected that one of \(taskCount) is true.")
                }
            }
        }
        try await rule("A list has all names that stay while others come and go") {
            let documents = (100..<250).map { document("\($0)") }
            for document in documents.shuffled() { try await write(.random(), in: document, adding: [alice]) }
            // Every second one comes and goes.
            let stay = Set(stride(from: 0, to: documents.count, by: 2).map { documents[$0] })
            for round in 0..<2 {
                try await whileReading(by: 3) {
                    for (number, document) in documents.filter({ !stay.contains($0) }).enumerated() {
                        let record = round.isMultiple(of: 2) ? nil : StoredRecord.random()
                        try await write(record, in: document, adding: record == nil ? [] : [alice], on: number)
                    }
                } _: { reader in
                    let limit = reader == 1 ? 1000 : 20
                    var (names, size): ([Document], Int) = ([], limit)
                    while size == limit, names.count < 300 {
                        size = try await list(alice, after: names.last, limit: limit, on: reader) { page in
                            names += page
                            return page.count > limit ? "expected at most \(limit) names" : nil
                        }.count
                    }
                    let expected = documents.filter(stay.union(names).contains)
                    try require(names == expected, "Not all names that stay, once and in order.")
                }
            }
        }
        try await rule("Record and index change in one step for whoever reads meanwhile") {
            let all = (0..<min(1100, accountsInOneStep)).map { account("\($0)") }
            for number in 0..<40 {
                let accounts = Array(all.prefix(number < 36 ? 250 : 1100))
                let (old, isListed) = (self[document], number.isMultiple(of: 2))
                let new = number % 4 == 3 ? nil : StoredRecord.random(number < 20 ? 16 : min(65_536, largestRecord))
                try await whileReading(by: max(3, nodes.count)) {
                    let changes = AccountChanges(added: isListed ? Set(accounts) : [], removed: Set(accounts))
                    try await replace(document, old?.version, with: new, changes, on: number / 4, expecting: true)
                    try await expectIndex(of: [accounts[0]])
                    try await expectRecord(in: document)
                } _: { reader in
                    let account = accounts[Bool.random() ? 0 : Int.random(in: accounts.indices)]
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
