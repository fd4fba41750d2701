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
        let found = try await RuleFaults.found(by: rows[0])
        #expect(found == rows)
    }
}

@Suite("Rules for names of stores")
struct NameRuleTests {
    @Test("The longest names of the rules are as long as an identifier may be")
    func longestNames() async throws {
        for names in Folding.Names.allCases {
            let lengths = try await RuleFaults.calls(of: names.rule).map { call in
                guard case .pair(let pairing) = call.operation else { return 0 }
                return max(
                    pairing.account.rawValue.utf8.count,
                    pairing.collaborationIdentifier.rawValue.utf8.count
                )
            }
            #expect(lengths.max() == JSONLimits.identifierByteCount)
        }
    }

    @Test(
        "Each rule for names makes its calls and finds the faults of changes that are listed for it",
        arguments: RuleFaults.rows(of: RuleFaults.names)
    )
    func faults(_ rows: [String]) async throws {
        let found = try await RuleFaults.found(by: rows[0])
        #expect(found == rows)
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
        let calls = try await calls(of: name)
        let changes = Set(calls.compactMap { StoreChange($0.operation, returning: $0.result) })
        var rows = [name, "  calls: \(calls.count)"]
        for change in StoreChange.allCases where changes.contains(change) {
            var names: [String] = []
            for fault in OperationFault.all(of: change) where try await isFound(fault.value, by: rule(name)) {
                names.append(fault.name)
            }
            if !names.isEmpty { rows.append("  \(change): \(names.joined(separator: " "))") }
        }
        return rows
    }

    /// Checks a rule on a store without a fault and returns its calls.
    fileprivate static func calls(of name: String) async throws -> [SerialOrder.Call] {
        let rule = try rule(name)
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

    private static func rule(_ name: String) throws -> ParticipantStoreRule {
        try #require(ParticipantStoreRule.all.first { $0.description == name })
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
