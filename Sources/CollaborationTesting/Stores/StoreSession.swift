import CollaborationCore
import CollaborationCrypto
import CollaborationServer

typealias Document = CollaborationIdentifier
typealias Account = AccountIdentifier

/// Checks one rule, which is stated first.
typealias RuleCheck =
    (_ statement: String, _ check: () async throws -> Void) async throws(CollaborationStoreViolation) -> Void

/// What was expected and did not happen.
struct StoreMismatch: Error {
    let problem: String
}

/// The nodes of a store, the calls of the rule that is checked, and what should be stored after them.
///
/// Each rule has names that nothing else uses. A call without a number of a node goes to the next node.
/// A number that is too large begins again at the first.
final class StoreSession: Sendable {
    struct Entry {
        var record: StoredRecord?
        var accounts: Set<Account> = []
    }

    private struct State {
        let name = "check " + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        var calls: [String] = []
        var nextNode = 0
        var entries: [Document: Entry] = [:]
    }

    let nodes: [any CollaborationStore]
    private let state = Locked(State())

    init(nodes: [any CollaborationStore]) {
        self.nodes = nodes
    }

    /// The number of tasks in a race.
    var taskCount: Int { min(max(4, 2 * nodes.count), 16) }

    /// The start of all names of this rule.
    var name: String { state.withLock(\.name) }

    var document: Document { document("document") }

    var alice: Account { account("alice") }

    var bob: Account { account("bob") }

    func document(_ suffix: String) -> Document { "\(name) \(suffix)" }

    func account(_ suffix: String) -> Account { "\(name) \(suffix)" }

    /// Checks a rule, under new names, and deletes what was stored.
    func check(_ rule: String, _ body: () async throws -> Void) async throws(CollaborationStoreViolation) {
        state.withLock { $0 = State() }
        var problem: String?
        do {
            try require(!nodes.isEmpty, "There is no node to check.")
            try await body()
        } catch {
            problem = (error as? StoreMismatch)?.problem ?? "A call threw \(error)."
        }
        let calls = state.withLock(\.calls)
        await deleteAll()
        if let problem { throw CollaborationStoreViolation(rule: rule, calls: calls, problem: problem) }
    }

    func record(of document: Document, on node: Int? = nil) async throws -> StoredRecord? {
        try await call("record(of:)", [document], on: node) { try await $0.record(of: document) }
    }

    func replace(
        _ document: Document,
        _ version: RecordVersion?,
        with record: StoredRecord?,
        _ changes: AccountChanges,
        on node: Int? = nil
    ) async throws -> Bool {
        let accounts: [Any] = [changes.added.sorted(), changes.removed.sorted()]
        let arguments = [document, version as Any, record as Any] + accounts
        return try await call("replaceRecord(of:version:with:adding:removing:)", arguments, on: node) {
            try await $0.replaceRecord(of: document, version: version, with: record, accounts: changes)
        }
    }

    func documents(of account: Account, after: Document? = nil, limit: Int = 100) async throws -> [Document] {
        try await call("collaborations(of:after:limit:)", [account, after as Any, limit], on: nil) {
            try await $0.collaborations(of: account, after: after, limit: limit)
        }
    }

    private func call<Result: Sendable>(
        _ name: String,
        _ arguments: [Any],
        on node: Int?,
        _ body: (any CollaborationStore) async throws -> Result
    ) async throws -> Result {
        let index = state.withLock { state in
            state.nextNode += 1
            return (node ?? state.nextNode) % nodes.count
        }
        let call = "node \(index + 1): \(name) \(arguments.map(text).joined(separator: ", "))"
        func log(_ outcome: String) {
            state.withLock { $0.calls = $0.calls.suffix(59) + ["\(call) \(outcome)"] }
        }
        do {
            let result = try await body(nodes[index])
            log("-> \(text(result))")
            return result
        } catch {
            log("threw \(error)")
            throw error
        }
    }

    /// Replaces the record that should be stored, and expects that the next node reads the new one.
    func put(
        _ record: StoredRecord?,
        in document: Document,
        adding added: Set<Account> = [],
        removing removed: Set<Account> = [],
        on node: Int? = nil
    ) async throws {
        let old = entry(document)
        let changes = AccountChanges(added: added, removed: record == nil ? old.accounts : removed)
        let accounts = old.accounts.subtracting(changes.removed).union(added)
        note(Entry(record: record, accounts: accounts), document)
        try expect(true, await replace(document, old.record?.version, with: record, changes, on: node))
        try await expectStored(in: document)
    }

    /// Tries to replace another version than the one that should be stored, and expects that nothing changes.
    func refuse(
        _ record: StoredRecord?,
        _ version: RecordVersion?,
        _ changes: AccountChanges = AccountChanges()
    ) async throws {
        try expect(false, await replace(document, version, with: record, changes))
        try await expectStored(in: document)
    }

    func expectStored(in document: Document, on node: Int? = nil) async throws {
        try expect(entry(document).record, await record(of: document, on: node))
    }

    func expectPages(of accounts: some Sequence<Account>) async throws {
        for account in accounts { try await expectPage(of: account) }
    }

    /// Expects a page of the index, and returns its last name.
    @discardableResult
    func expectPage(of account: Account, after: Document? = nil, limit: Int = 100) async throws -> Document? {
        let all = state.withLock { $0.entries.filter { $1.accounts.contains(account) }.keys.sorted() }
        let page = Array(all.drop { name in after.map { name <= $0 } ?? false }.prefix(limit))
        try expect(page, await documents(of: account, after: after, limit: limit))
        return page.last
    }

    func expect<Value: Equatable>(_ expected: Value, _ actual: Value) throws {
        try require(actual == expected, "Expected \(text(expected)).")
    }

    func require(_ condition: Bool, _ problem: @autoclosure () -> String) throws {
        guard condition else { throw StoreMismatch(problem: problem()) }
    }

    func entry(_ document: Document) -> Entry { state.withLock { $0.entries[document] ?? Entry() } }

    func note(_ entry: Entry, _ document: Document) { state.withLock { $0.entries[document] = entry } }

    /// Deletes what the rule has stored, as far as the store can.
    private func deleteAll() async {
        for (document, entry) in state.withLock({ $0.entries }) {
            guard let record = try? await record(of: document) else { continue }
            let changes = AccountChanges(removed: entry.accounts)
            _ = try? await replace(document, record.version, with: nil, changes)
        }
    }

    /// The text of an argument or a result, with everything escaped in names that is not ASCII.
    func text(_ value: Any) -> String {
        switch value {
        case let record as StoredRecord:
            return
                "\(record.bytes.prefix(16).hexadecimalDigits) (\(record.bytes.count) bytes, version \(text(record.version)))"
        case let version as RecordVersion: return version.rawRepresentation.hexadecimalDigits
        case let name as any StringIdentifier:
            let text = name.rawValue.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
            return text.count < 100
                ? "\"\(text)\"" : "\"\(text.prefix(50))...\(text.suffix(9))\" (\(text.count))"
        case let names as [any StringIdentifier]:
            return names.count > 60 ? "\(names.count) names" : "[\(names.map(text).joined(separator: ", "))]"
        default: return "\(value)"
        }
    }
}

/// Runs a closure in several tasks at once and returns the results by their numbers.
@discardableResult
func atOnce<Result: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (_ number: Int) async throws -> Result
) async throws -> [Int: Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
        for number in 0..<count { group.addTask { (number, try await body(number)) } }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
}

extension StoredRecord {
    /// A record with bytes that no other has.
    static func random() -> StoredRecord {
        StoredRecord(bytes: Array("\(UInt64.random(in: 0...UInt64.max))".utf8))
    }
}
