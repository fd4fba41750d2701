import CollaborationCore
import CollaborationServer

/// The nodes of a store, the calls of the rule that is checked, and what should be stored after them.
///
/// A number of a node that is too large begins again at the first.
final class StoreSession: Sendable {
    struct Entry {
        var record: StoredRecord?
        var accounts: Set<AccountIdentifier> = []
    }

    struct State {
        let name = "check " + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        var calls: [StoreCall] = []
        /// Counts the beginnings and the ends of calls.
        var time = 0
        var expected: [CollaborationIdentifier: Entry] = [:]
        /// The accounts that were ever added.
        var added: [CollaborationIdentifier: Set<AccountIdentifier>] = [:]
        var proposed: [RecordVersion: StoredRecord] = [:]
        /// The time at which each version was known to be replaced.
        var replaced: [RecordVersion: Int] = [:]
        var violation: CollaborationStoreViolation?
    }

    let checks: StoreChecks
    /// The node that writes unless a call names another.
    let writer: Int
    let state = Locked(State())

    init(_ checks: StoreChecks, writer: Int) { (self.checks, self.writer) = (checks, writer) }

    var nodes: [any CollaborationStore] { checks.nodes }

    /// The start of all names of this rule, which nothing else uses.
    var name: String { state.withLock(\.name) }

    var document: CollaborationIdentifier { document("document") }
    var alice: AccountIdentifier { account("alice") }
    var bob: AccountIdentifier { account("bob") }
    func document(_ suffix: String) -> CollaborationIdentifier { "\(name) \(suffix)" }
    func account(_ suffix: String) -> AccountIdentifier { "\(name) \(suffix)" }

    /// What should be stored.
    subscript(document: CollaborationIdentifier) -> Entry {
        get { state.withLock { $0.expected[document] ?? Entry() } }
        set { state.withLock { $0.expected[document] = newValue } }
    }

    // MARK: Calls

    /// Reads a record, and expects one that was written and was not replaced before the call.
    func record(of document: CollaborationIdentifier, on node: Int) async throws -> StoredRecord? {
        let start = state.withLock(\.time)
        let result = try await call("record(of: \(text(document)))", [document.rawValue], on: node) {
            try await $0.record(of: document)
        }
        guard let result else { return nil }
        let (proposed, end) = state.withLock { ($0.proposed[result.version], $0.replaced[result.version]) }
        try require(result == proposed, "Nobody has stored these bytes with this version.", document)
        try require(end ?? .max > start, "The record was read after it was replaced.", document)
        return result
    }

    func replace(
        _ document: CollaborationIdentifier,
        _ version: RecordVersion?,
        with record: StoredRecord?,
        _ changes: AccountChanges = AccountChanges(),
        on node: Int
    ) async throws -> Bool {
        state.withLock {
            $0.added[document, default: []].formUnion(changes.added)
            if let record { $0.proposed[record.version] = record }
        }
        let isReplaced = try await call(
            """
            replaceRecord(of: \(text(document)), version: \(text(version)), with: \(text(record)), \
            accounts: \(text(changes)))
            """,
            [document.rawValue] + changes.added.union(changes.removed).map(\.rawValue),
            on: node
        ) { try await $0.replaceRecord(of: document, version: version, with: record, accounts: changes) }
        if isReplaced, let version { state.withLock { $0.replaced[version] = $0.time } }
        return isReplaced
    }

    func collaborations(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier? = nil,
        limit: Int = 1000,
        on node: Int
    ) async throws -> [CollaborationIdentifier] {
        try await call(
            "collaborations(of: \(text(account)), after: \(text(last)), limit: \(limit))",
            [account.rawValue],
            on: node
        ) { try await $0.collaborations(of: account, after: last, limit: limit) }
    }

    private func call<Value: Sendable>(
        _ text: @escaping @autoclosure @Sendable () -> String,
        _ names: [String],
        on node: Int,
        _ body: (any CollaborationStore) async throws -> Value
    ) async throws -> Value {
        let (node, names) = (node % nodes.count, Set(names))
        let number = state.withLock { state in
            state.time += 1
            state.calls.append(StoreCall(node: node, names: names, text: text, start: state.time))
            return state.calls.count - 1
        }
        func end(_ outcome: Result<any Sendable, any Error>) {
            state.withLock { state in
                state.time += 1
                (state.calls[number].end, state.calls[number].outcome) = (state.time, outcome)
            }
        }
        do {
            let value = try await body(nodes[node])
            end(.success(value))
            return value
        } catch {
            end(.failure(error))
            throw CollaborationStoreViolation(problem: "A call threw \(error).", names: names, isThrown: true)
        }
    }

    // MARK: Expectations

    /// Replaces the record that should be stored, and expects that all nodes read the new one.
    func write(
        _ record: StoredRecord?,
        in document: CollaborationIdentifier,
        adding added: Set<AccountIdentifier> = [],
        removing removed: Set<AccountIdentifier> = [],
        on node: Int? = nil
    ) async throws {
        let old = self[document]
        let changes = AccountChanges(added: added, removed: record == nil ? old.accounts : removed)
        let accounts = old.accounts.subtracting(changes.removed).union(added)
        self[document] = Entry(record: record, accounts: accounts)
        let version = old.record?.version
        let isReplaced = try await replace(document, version, with: record, changes, on: node ?? writer)
        try require(isReplaced, "Expected true.", document)
        try await expectRecord(in: document)
    }

    /// Tries on every node to replace another version than the one that should be stored.
    func expectConflict(
        _ document: CollaborationIdentifier,
        _ version: RecordVersion?,
        with record: StoredRecord? = .random(),
        _ changes: AccountChanges = AccountChanges()
    ) async throws {
        for node in nodes.indices {
            let isReplaced = try await replace(document, version, with: record, changes, on: node)
            try require(!isReplaced, "Expected false.", document)
        }
        try await expectRecord(in: document)
    }

    /// Expects that all nodes read the record that should be stored.
    func expectRecord(in document: CollaborationIdentifier) async throws {
        let expected = self[document].record
        for node in nodes.indices {
            let isExpected = try await record(of: document, on: node) == expected
            try require(isExpected, "Expected \(text(expected)).", document)
        }
    }

    /// Expects that all nodes list the collaborations that should be listed.
    func expectIndex(of accounts: some Sequence<AccountIdentifier>) async throws {
        for account in accounts {
            for node in nodes.indices { try await expectPage(of: account, on: node) }
        }
    }

    /// Expects a page of the index, and returns its last name.
    @discardableResult
    func expectPage(
        of account: AccountIdentifier,
        after last: CollaborationIdentifier? = nil,
        limit: Int = 1000,
        on node: Int
    ) async throws -> CollaborationIdentifier? {
        let all = state.withLock { $0.expected.filter { $1.accounts.contains(account) }.keys.sorted() }
        let expected = Array(all.drop { name in last.map { name <= $0 } ?? false }.prefix(limit))
        let page = try await collaborations(of: account, after: last, limit: limit, on: node)
        if page == expected { return page.last }
        let names = Set(page).symmetricDifference(expected).map(\.rawValue) + [account.rawValue]
        throw CollaborationStoreViolation(problem: "Expected \(text(expected)).", names: Set(names))
    }

    func require(_ condition: Bool, _ problem: @autoclosure () -> String, _ names: any StringIdentifier...) throws {
        if condition { return }
        throw CollaborationStoreViolation(problem: problem(), names: Set(names.map { $0.rawValue }))
    }
}

extension StoredRecord {
    /// A record with bytes that no other has.
    static func random() -> StoredRecord {
        StoredRecord(bytes: Array("\(UInt64.random(in: 0...UInt64.max))".utf8))
    }
}
