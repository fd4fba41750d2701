import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("Conformance checks for stores")
struct ConformanceTests {
    let date = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("A store that keeps each collaboration as a document passes the conformance checks")
    func honest() async throws {
        let database = DocumentDatabase()
        try await ParticipantStoreConformance.check { DocumentStore(database: database) }
    }

    @Test("Two nodes of a document store pass the conformance checks")
    func honestNodes() async throws {
        let database = DocumentDatabase()
        let nodes = (0..<2).map { _ in DocumentStore(database: database) }
        try await ParticipantStoreConformance.check(nodes: nodes, startingAt: date)
    }

    @Test("The conformance checks of no node are a violation of each rule")
    func noNode() async throws {
        let violations = await #expect(throws: ParticipantStoreViolations.self) {
            try await ParticipantStoreConformance.check(nodes: [])
        }
        #expect(violations?.violations.map(\.rule) == ParticipantStoreRule.all.map(\.description))
    }

    @Test("A store that evicts by the time of its database passes the conformance checks at that time")
    func evictionByClock() async throws {
        let store = EvictingStore.byClock { date }.store
        try await ParticipantStoreConformance.check(nodes: [store], startingAt: date)
    }

    @Test("The date of the conformance checks is the current one by default")
    func currentDate() async throws {
        let start = Date()
        let dates = Locked<[Date]>([])
        let store = InMemoryParticipantStore()
        try await ParticipantStoreConformance.check {
            InterceptedStore { operation in
                if case .pair(let pairing) = operation {
                    dates.withLock { $0.append(pairing.challengeUse.date) }
                }
                return try await operation.perform(on: store)
            }
        }
        // The checks begin in the second of the current date.
        #expect(dates.withLock { $0.min() }.map { $0 > start - 1 } == true)
    }
}
