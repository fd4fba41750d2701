import CollaborationCore
import CollaborationServer
import Synchronization

extension StoreRun {
    typealias Document = CollaborationIdentifier
    typealias Account = AccountIdentifier
    /// Returns what is wrong with a result, if anything is.
    typealias Check<Value> = (Value) -> String?

    /// The start of all names of this rule, which nothing else uses.
    var name: String { log.state.withLock(\.name) }

    var document: Document { document("document") }
    var alice: Account { account("alice") }
    var bob: Account { account("bob") }
    func document(_ suffix: String) -> Document { "\(name) \(suffix)" }
    func account(_ suffix: String) -> Account { "\(name) \(suffix)" }

    /// What should be stored.
    subscript(document: Document) -> StoredRecord? { log.state.withLock { $0.expected[document] } }

    /// Expects what a replacement has stored.
    func expect(_ record: StoredRecord?, _ changes: AccountChanges, in document: Document) {
        log.state.withLock { state in
            state.expected[document] = record
            for account in changes.removed { state.index[account]?.remove(document) }
            for account in changes.added { state.index[account, default: []].insert(document) }
        }
    }

    /// Reads a record, and expects one that was written and was not replaced before the call.
    @discardableResult
    func record(of document: Document, on node: Int, _ check: Check<StoredRecord?> = { _ in nil }) async throws
        -> StoredRecord?
    {
        let start = log.state.withLock(\.time)
        return try await call("record", ["of": document], on: node) { record in
            guard let record else { return check(record) }
            let version = log.state.withLock { $0.versions[record.version] }
            guard let version, version.document == document else { return "nothing wrote this version here" }
            if version.isRefused { return "the record was not stored, since its replacement returned false" }
            if version.end ?? .max <= start { return "the record was replaced before this call" }
            return difference(record, from: version.record, in: \.bytes) ?? check(record)
        } body: {
            try await $0.record(of: document)
        }
    }

    /// - Parameter expected: The result; nil if it may be either.
    @discardableResult
    func replace(
        _ document: Document,
        _ version: RecordVersion?,
        with record: StoredRecord?,
        _ changes: AccountChanges = AccountChanges(),
        on node: Int,
        expecting expected: Bool? = nil
    ) async throws -> Bool {
        log.state.withLock {
            $0.added[document, default: []].formUnion(changes.added)
            if let record { $0.versions[record.version] = .init(record: record, document: document) }
        }
        let arguments: KeyValuePairs<String, (any Sendable)?> = [
            "of": document, "version": version, "with": record, "accounts": changes,
        ]
        return try await call("replaceRecord", arguments, on: node) { isReplaced in
            let stored = self[document].map { "version \(describe($0.version))" } ?? "nothing"
            let isReplacedAgain = log.state.withLock { state in
                if !isReplaced, let record { state.versions[record.version]?.isRefused = true }
                if isReplaced, let version { state.versions[version]?.end = state.time }
                return record.map { state.versions[$0.version]?.end != nil } ?? false
            }
            // The reply to the next replacement may come first.
            if isReplaced, !isReplacedAgain { expect(record, changes, in: document) }
            return isReplaced == expected ?? isReplaced ? nil : "expected \(!isReplaced), since \(stored) is stored"
        } body: {
            try await $0.replaceRecord(of: document, version: version, with: record, accounts: changes)
        }
    }

    @discardableResult
    func list(_ account: Account, after last: Document? = nil, limit: Int, on node: Int, _ check: Check<[Document]>)
        async throws -> [Document]
    {
        try await call("collaborations", ["of": account, "after": last, "limit": limit], on: node, check) {
            try await $0.collaborations(of: account, after: last, limit: limit)
        }
    }

    func call<Value: Sendable>(
        _ function: String,
        _ arguments: KeyValuePairs<String, (any Sendable)?>,
        on node: Int,
        _ check: Check<Value> = { _ in nil },
        body: (any CollaborationStore) async throws -> Value
    ) async throws -> Value {
        let node = node % nodes.count
        let number = log.state.withLock { state in
            state.time += 1
            state.calls.append(StoreCall(node: node, function: function, arguments: arguments, start: state.time))
            return state.calls.count - 1
        }
        // Calls that never suspend would keep other tasks from a thread that they share, and tasks must not keep step.
        for _ in 0..<Int.random(in: 1...4) { await Task.yield() }
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(nodes[node])) } catch { outcome = .failure(error) }
        log.state.withLock { state in
            state.time += 1
            (state.calls[number].end, state.calls[number].outcome) = (state.time, outcome.map { $0 })
        }
        switch outcome {
        case .success(let value):
            let isOther = nodes[node].identifier != identifier
            guard let problem = isOther ? "another identifier" : check(value) else { return value }
            throw StoreViolation(problem: "Node \(node + 1): \(problem).", call: number)
        case .failure(let error):
            throw StoreViolation(problem: "Node \(node + 1) threw \(error).", call: number, isThrown: true)
        }
    }

    /// Replaces the record that should be stored, and expects that all nodes read the new one.
    func write(
        _ record: StoredRecord?,
        in document: Document,
        adding added: Set<Account> = [],
        removing removed: Set<Account> = [],
        on node: Int? = nil
    ) async throws {
        let all = log.state.withLock { $0.added[document] ?? [] }
        let changes = AccountChanges(added: added, removed: record == nil ? all : removed)
        let version = self[document]?.version
        try await replace(document, version, with: record, changes, on: node ?? writer, expecting: true)
        try await expectRecord(in: document)
    }

    /// Tries on every node to replace another version than the one that should be stored.
    func expectConflict(
        _ document: Document,
        _ version: RecordVersion?,
        with record: StoredRecord? = .random(),
        _ changes: AccountChanges = AccountChanges()
    ) async throws {
        for node in nodes.indices {
            try await replace(document, version, with: record, changes, on: node, expecting: false)
        }
        try await expectRecord(in: document)
    }

    /// Expects that all nodes or one read the record that should be stored.
    func expectRecord(in document: Document, on node: Int? = nil) async throws {
        for node in node.map({ $0..<$0 + 1 }) ?? nodes.indices {
            try await record(of: document, on: node) { difference($0, from: self[document]) { $0?.bytes ?? [] } }
        }
    }

    /// Expects that all nodes or one list the collaborations that should be listed, in pages from a name on.
    func expectIndex(
        of accounts: some Sequence<Account>,
        after last: Document? = nil,
        limit: Int = 1000,
        on node: Int? = nil
    ) async throws {
        let readers = node.map { $0..<$0 + 1 } ?? nodes.indices
        for (account, node) in accounts.flatMap({ account in readers.map { (account, $0) } }) {
            let all = log.state.withLock { $0.index[account] ?? [] }.sorted()
            var (page, rest) = (last.map { [$0] } ?? [], all.drop { name in last.map { name <= $0 } ?? false })
            repeat {
                let expected = Array(rest.prefix(limit))
                page = try await list(account, after: page.last, limit: limit, on: node) {
                    difference($0, from: expected, in: \.self)
                }
                rest = rest.dropFirst(limit)
            } while page.count == limit
        }
    }

    /// Adds collaborations to the index of an account, without records.
    func addEntries(_ documents: [Document], of account: Account) async throws {
        try await concurrently(documents.count, tasks: 8) { number in
            try await replace(documents[number], nil, with: nil, .init(added: [account]), on: number, expecting: true)
        }
    }

    /// Throws what is wrong with several calls.
    func require(_ condition: Bool, _ problem: @autoclosure () -> String) throws {
        if !condition { throw StoreViolation(problem: problem()) }
    }
}

extension StoredRecord {
    /// A record of random bytes, in which a lost, repeated or exchanged part shows.
    static func random(_ count: Int = 16) -> StoredRecord {
        StoredRecord(bytes: Array(randomBytes[Int.random(in: 0..<1 << 16)...].prefix(count)))
    }

    /// They repeat after a prime number of bytes, which is no sum of a database's chunks.
    private static let randomBytes = Array(repeating: [UInt8].random(65_521), count: 18).reduce([], +)
}
