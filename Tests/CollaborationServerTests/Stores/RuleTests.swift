import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Rules for stores")
struct RuleTests {
    @Test(
        "Each rule for stores makes its calls and finds the faults of changes that are listed for it",
        arguments: RuleFaults.rows(of: RuleFaults.table)
    )
    func faults(_ rows: [String]) async throws {
        #expect(try await RuleFaults.found(by: rows[0]) == rows)
    }
}

@Suite("Rules for names of stores")
struct NameRuleTests {
    @Test(
        "Each rule for names makes its calls and finds the faults of changes that are listed for it",
        arguments: RuleFaults.rows(of: RuleFaults.names)
    )
    func faults(_ rows: [String]) async throws {
        #expect(try await RuleFaults.found(by: rows[0]) == rows)
    }
}

extension RuleFaults {
    private static let date = Date(timeIntervalSince1970: 1_800_000_000)

    /// For each rule of a table its name and the lines that follow it.
    fileprivate static func rows(of table: String) -> [[String]] {
        table.components(separatedBy: "\n\n").map { $0.components(separatedBy: "\n") }
    }

    /// What a table has of a rule.
    fileprivate static func found(by name: String) async throws -> [String] {
        let rule = try #require(ParticipantStoreRule.all.first { $0.description == name })
        let calls = try await calls(of: rule)
        let changes = Set(calls.compactMap { StoreChange($0.operation, returning: $0.result) })
        var rows = [name, "  calls: \(calls.count)"]
        for change in StoreChange.allCases where changes.contains(change) {
            var names: [String] = []
            for fault in OperationFault.all(of: change) where await isFound(fault.value, by: rule) {
                names.append(fault.name)
            }
            if !names.isEmpty { rows.append("  \(change): \(names.joined(separator: " "))") }
        }
        return rows
    }

    /// Checks a rule on a store without a fault and returns its calls.
    private static func calls(of rule: ParticipantStoreRule) async throws -> [SerialOrder.Call] {
        let state = Locked((model: StoreModel(), calls: [SerialOrder.Call]()))
        let store = InterceptedStore { operation in
            state.withLock { state in
                let result = state.model.apply(operation)
                state.calls.append((operation, result))
                return result
            }
        }
        try await rule.check(nodes: [store], startingAt: date)
        return state.withLock(\.calls)
    }

    private static func isFound(_ fault: OperationFault, by rule: ParticipantStoreRule) async -> Bool {
        do {
            try await rule.check(nodes: [fault.store()], startingAt: date)
            return false
        } catch {
            return true
        }
    }
}
