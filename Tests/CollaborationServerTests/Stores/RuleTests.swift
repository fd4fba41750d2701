import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Rules for stores")
struct RuleTests {
    /// The rule's name and the lines of the table that follow it.
    static let tables = RuleFaults.table.components(separatedBy: "\n\n").map { $0.split(separator: "\n") }

    @Test("Each rule for stores finds the faults of changes that are listed for it", arguments: tables)
    func faults(_ table: [Substring]) async throws {
        let rule = try #require(ParticipantStoreRule.all.first { $0.description == table[0] })
        var found: [String] = []
        for change in StoreChange.allCases {
            var names: [String] = []
            for fault in OperationFault.all(of: change) where await isFound(fault.value, by: rule) {
                names.append(fault.name)
            }
            if !names.isEmpty { found.append("  \(change): \(names.joined(separator: " "))") }
        }
        #expect(found == table.dropFirst().map(String.init))
    }

    private func isFound(_ fault: OperationFault, by rule: ParticipantStoreRule) async -> Bool {
        do {
            try await rule.check(
                nodes: [fault.store()],
                startingAt: Date(timeIntervalSince1970: 1_800_000_000)
            )
            return false
        } catch {
            return true
        }
    }
}
