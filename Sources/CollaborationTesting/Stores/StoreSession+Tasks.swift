import CollaborationCore
import CollaborationServer

extension StoreSession {
    /// Several nodes, one call at a time.
    func checkSeveralNodes() async throws {
        try await rule("The identifier of the store is the same on every node") { [self] in
            try require(Set((nodes + nodes).map(\.identifier)).count == 1, "Expected one identifier.")
        }
        try await rule("Each node reads and replaces what another one has stored") { [self] in
            for (first, second) in nodes.indices.flatMap({ first in nodes.indices.map { (first, $0) } }) {
                let document = document("\(first) \(second)")
                for record in [StoredRecord.random(), .random(), nil, .random(), nil] {
                    try await write(record, in: document, on: first)
                    try await write(.random(), in: document, on: second)
                    try await expectConflict(document, record?.version)
                }
            }
        }
    }

    /// Several tasks on all nodes at once.
    func checkSeveralTasks() async throws {
        let taskCount = min(max(4, 2 * nodes.count), 16)
        try await rule("Tasks that read, change and replace one record at once lose no update") { [self] in
            for document in (0..<8).map({ document("\($0)") }) {
                // Each update appends its number to the record.
                let numbers = 0..<UInt8(3 * taskCount)
                try await concurrently(taskCount) { [self] task in
                    for number in numbers.dropFirst(3 * task).prefix(3) {
                        try await update(document, on: task) { $0 + [number] }
                    }
                }
                let stored = try await record(of: document, on: writer)
                let updates = stored?.bytes.sorted() ?? []
                try require(updates == Array(numbers), "Expected \(numbers.count) updates.", document)
                let deletions = try await concurrently(taskCount) { [self] task in
                    try await replace(document, stored?.version, with: nil, on: task)
                }
                try require(deletions.count(where: \.self) == 1, "Expected one deletion.", document)
            }
        }
        try await rule("Collaborations that change at once do not disturb each other") { [self] in
            let accounts = (0..<8).map { account("\($0)") }
            for round in 0..<12 {
                // All accounts are added, then one half is removed, then the other with the record.
                try await concurrently(2 * taskCount) { [self] task in
                    let record = round % 3 == 2 ? nil : StoredRecord.random()
                    let (added, removed) = round % 3 == 0 ? (accounts[...], []) : ([], accounts.prefix(4))
                    let document = document("\(task)")
                    try await write(record, in: document, adding: Set(added), removing: Set(removed), on: task)
                }
                try await expectIndex(of: accounts)
            }
        }
        try await rule("Record and index change in one step for whoever reads meanwhile") { [self] in
            try await checkReaders()
        }
        try await rule("64 tasks with conflicts and cancellation end, and all nodes still work") { [self] in
            let documents = (0..<4).map { document("\($0)") }
            for _ in 0..<2 {
                try await concurrently(64) { [self] task in try await call(documents[task % 4], task) }
                for (document, node) in documents.flatMap({ name in nodes.indices.map { (name, $0) } }) {
                    try await update(document, on: node) { _ in [1] }
                    try await expectRecord(in: document)
                    try await expectIndex(of: [AccountIdentifier(document.rawValue)])
                }
            }
        }
    }

    /// Makes several calls, which are canceled for every third number.
    private func call(_ document: CollaborationIdentifier, _ number: Int) async throws {
        let changes = AccountChanges(added: [AccountIdentifier(document.rawValue)])
        let isCancelled = number.isMultiple(of: 3)
        let result: Void? = try await attempt(canceledAfter: isCancelled ? .microseconds(20 * number + 1) : nil) {
            [self] in
            let old = try await record(of: document, on: number)
            let isReplaced = try await replace(document, RecordVersion(), with: .random(), on: number)
            try require(!isReplaced, "Expected false.", document)
            for account in changes.added { _ = try await collaborations(of: account, on: number) }
            _ = try await replace(document, old?.version, with: .random(), changes, on: number)
        }
        try require(result != nil || isCancelled, "A call of a task that is not canceled threw an error.", document)
    }

    /// Replaces the record whatever is stored, and removes the account that has its name.
    private func update(
        _ document: CollaborationIdentifier,
        on node: Int,
        _ change: ([UInt8]) -> [UInt8]
    ) async throws {
        let changes = AccountChanges(removed: [AccountIdentifier(document.rawValue)])
        for _ in 0..<1000 {
            let old = try await record(of: document, on: node)
            let new = StoredRecord(bytes: change(old?.bytes ?? []))
            guard try await replace(document, old?.version, with: new, changes, on: node) else { continue }
            self[document] = Entry(record: new)
            return
        }
        try require(false, "1,000 replacements in a row failed.", document)
    }

    /// One task writes records that say whether the accounts are listed, and the others read.
    private func checkReaders() async throws {
        let accounts = (0..<min(250, checks.accountsInOneStep)).map { account("\($0)") }
        let step = Locked(0)
        try await concurrently(1 + max(3, nodes.count)) { [self] task in
            if task == 0 {
                defer { step.withLock { $0 = .max } }
                for number in 0..<40 {
                    step.withLock { $0 = number }
                    let isListed = number.isMultiple(of: 2)
                    let record = number % 4 == 3 ? nil : StoredRecord(bytes: [isListed ? 1 : 0])
                    let added = isListed ? Set(accounts) : []
                    try await write(record, in: document, adding: added, removing: Set(accounts), on: number / 4)
                }
            }
            while case let start = step.withLock({ $0 }), start < .max {
                // Calls that never suspend would keep the writer from a thread that both share.
                await Task.yield()
                try Task.checkCancellation()
                let account = accounts[Int.random(in: accounts.indices)]
                let before = try await record(of: document, on: task)
                let listed = try await collaborations(of: account, on: task)
                let after = try await record(of: document, on: task)
                // A version is stored once, so nothing has changed between two reads of the same one. Between two
                // reads of nothing, an insertion and a deletion may have been made.
                guard before == after else { continue }
                if before == nil, start % 4 == 0 || start != step.withLock({ $0 }) { continue }
                let isGap = before == nil && start % 4 != 3
                try require(!isGap, "Nothing was stored while a record was replaced.", document)
                let belongs = listed.isEmpty == (before?.bytes != [1])
                try require(belongs, "The index does not belong to \(text(before)).", document, account)
            }
        }
    }
}
