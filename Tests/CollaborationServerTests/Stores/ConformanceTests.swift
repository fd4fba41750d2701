import CollaborationServer
import CollaborationTesting
import Testing

@Suite("The checks for participant stores")
struct ConformanceTests {
    @Test("pass a store on a database with documents alone")
    func honest() async throws {
        let database = DocumentDatabase()
        try await ParticipantStoreConformance.check { DocumentStore(database: database) }
    }

    @Test("find each fault", arguments: FaultyStore.Fault.allCases)
    func fault(_ fault: FaultyStore.Fault) async throws {
        let database = DocumentDatabase()
        await #expect(throws: ParticipantStoreViolations.self) {
            try await ParticipantStoreConformance.check { FaultyStore(fault: fault, database: database) }
        }
    }

    @Test(
        "find a store that takes alike names for one, by the rule for it and by no other",
        arguments: FoldingStore.Folding.allCases
    )
    func folding(_ folding: FoldingStore.Folding) async throws {
        for names in FoldingStore.Names.allCases {
            let violations = await #expect(throws: ParticipantStoreViolations.self) {
                try await ParticipantStoreConformance.check { FoldingStore(folding: folding, of: names) }
            }
            let rules = try #require(violations).rules
            #expect(rules.count == 1)
            #expect(
                rules.first?.contains("tells \(names.rawValue) apart by every byte of their names") == true
            )
        }
    }

    @Test("say which rule was broken, what was expected and what came")
    func words() async throws {
        let store = FaultyStore(fault: .neverRecordsChallenges, database: DocumentDatabase())
        let violations = await #expect(throws: ParticipantStoreViolations.self) {
            try await ParticipantStoreConformance.check { store }
        }
        let text = try #require(violations).description
        #expect(text.contains("takes a challenge once, whatever came of its first use"))
        #expect(text.contains("challengeAlreadyUsed"))
    }
}
