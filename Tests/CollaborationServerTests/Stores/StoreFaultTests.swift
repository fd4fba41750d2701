import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Faulty stores")
struct StoreFaultTests {
    let date = Date(timeIntervalSince1970: 1_800_000_000)

    func violations(of nodes: [any ParticipantStore]) async -> [ParticipantStoreViolation] {
        do {
            try await ParticipantStoreConformance.check(nodes: nodes, startingAt: date)
            return []
        } catch {
            return (error as? ParticipantStoreViolations)?.violations ?? []
        }
    }

    func expectViolation(_ description: String, of nodes: [any ParticipantStore]) async throws {
        let rule = try #require(ParticipantStoreRule.all.first { $0.description == description })
        await #expect(throws: ParticipantStoreViolation.self, "\(rule)") {
            try await rule.check(nodes: nodes, startingAt: date)
        }
    }

    @Test("Each fault of a document store breaks the rules against it", arguments: FaultyStore.Fault.allCases)
    func fault(_ fault: FaultyStore.Fault) async throws {
        for rule in fault.rules {
            let store = DocumentStore(database: DocumentDatabase())
            try await expectViolation(rule, of: [FaultyStore(fault: fault, store: store)])
        }
    }

    @Test("Each fault that is hard to see breaks the rule against it", arguments: PlantedFault.all)
    func planted(_ fault: PlantedFault) async throws {
        try await expectViolation(fault.rule, of: fault.nodes())
    }

    @Test("Each rule for stores has a fault that breaks it")
    func rules() {
        let rules =
            FaultyStore.Fault.allCases.flatMap(\.rules) + PlantedFault.all.map(\.rule)
            + Folding.Names.allCases.map(\.rule)
        #expect(Set(rules) == Set(ParticipantStoreRule.all.map(\.description)))
    }

    @Test(
        "A store that treats different names as the same breaks the rules for names and no others",
        arguments: Folding.allCases
    )
    func folding(_ folding: Folding) async throws {
        for names in Folding.Names.allCases {
            let found = await violations(of: [folding.store(foldingNamesOf: names)])
            #expect(found.first?.rule == names.rule)
            // A column that ends at NUL may also break the rule for names that are joined by it.
            #expect(found.dropFirst().allSatisfy { $0.rule.hasPrefix("The names of a collaboration") })
        }
    }

    @Test(
        "A store whose nodes are right one by one passes the checks of one node",
        arguments: PlantedFault.nodes
    )
    func oneNode(_ fault: PlantedFault) async throws {
        #expect(await violations(of: Array(fault.nodes().prefix(1))) == [])
    }
}
