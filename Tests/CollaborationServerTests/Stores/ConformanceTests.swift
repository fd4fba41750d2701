import CollaborationServer
import CollaborationTesting
import Testing

@Suite("Conformance checks for stores")
struct ConformanceTests {
    @Test("A store that keeps each collaboration as a document passes the conformance checks")
    func honest() async throws {
        let database = DocumentDatabase()
        try await ParticipantStoreConformance.check { DocumentStore(database: database) }
    }

    @Test("The conformance checks find each fault planted in a store", arguments: FaultyStore.Fault.allCases)
    func fault(_ fault: FaultyStore.Fault) async throws {
        let database = DocumentDatabase()
        await #expect(throws: ParticipantStoreViolations.self) {
            try await ParticipantStoreConformance.check {
                FaultyStore(fault: fault, store: DocumentStore(database: database))
            }
        }
    }

    @Test(
        "A store that treats different names as the same breaks the rule for names and no other",
        arguments: Folding.allCases
    )
    func folding(_ folding: Folding) async throws {
        for names in Folding.Names.allCases {
            let violations = await #expect(throws: ParticipantStoreViolations.self) {
                try await ParticipantStoreConformance.check { folding.store(foldingNamesOf: names) }
            }
            let rules = try #require(violations).rules
            #expect(rules.count == 1)
            #expect(
                rules.first?.hasPrefix("Names of \(names.rawValue) that differ in any byte") == true
            )
        }
    }

    @Test("The conformance checks report the broken rule, the expected result and the actual one")
    func words() async throws {
        let store = FaultyStore(
            fault: .neverRecordsChallenges,
            store: DocumentStore(database: DocumentDatabase())
        )
        let violations = await #expect(throws: ParticipantStoreViolations.self) {
            try await ParticipantStoreConformance.check { store }
        }
        let text = try #require(violations).description
        #expect(text.contains("A challenge pairs once, and a refusal does not use it up"))
        #expect(text.contains("challengeAlreadyUsed"))
    }
}
