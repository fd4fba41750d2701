import CollaborationCore
import CollaborationServer
import CollaborationTesting
import Foundation
import Metrics
import Testing

@testable import CollaborationService

@Suite("Metrics of admissions")
struct AdmissionMetricsTests {
    private let metrics = PrometheusMetrics()

    @Test("Admissions are counted by their outcome, and each verification is timed once")
    func outcomes() async throws {
        let bob = SimulatedPerson("Bob")
        let identity = try bob.identity(in: "doc")
        try await withMetricsFactory(metrics) {
            let collaborations = try CollaborationAccess(
                store: MeasuredStore(InMemoryCollaborationStore()),
                challenges: ChallengeAuthority(key: ChallengeKey())
            )
            func admit(_ challenge: Data) async throws {
                let proof = try bob.devices[0].signedProof(signing: challenge, for: identity)
                _ = try await measuringAdmission {
                    try await collaborations.admit(proof, answering: challenge, as: "bob", to: "doc")
                }
            }
            let challenge = collaborations.challenge(for: "doc", account: "bob")
            await #expect(throws: AccessRefusal.unknownIdentity) { try await admit(challenge) }
            try await collaborations.apply(
                ParticipantsUpdate(collaborationIdentifier: "doc", addedIdentities: [identity.identity])
            )
            try await admit(challenge)
            await #expect(throws: AccessRefusal.challengeAlreadyUsed) { try await admit(challenge) }
            await #expect(throws: AccessRefusal.malformedChallenge) { try await admit(Data([1])) }
        }
        let lines = metrics.text.split(separator: "\n")
        for line in [
            #"admissions_total{outcome="admitted"} 1"#,
            #"admissions_total{outcome="challengeAlreadyUsed"} 1"#,
            #"admissions_total{outcome="malformedChallenge"} 1"#,
            #"admissions_total{outcome="unknownIdentity"} 1"#,
            #"store_seconds_count{operation="record"} 4"#,
            #"store_seconds_count{operation="replaceRecord"} 2"#,
            "verification_seconds_count 4",
        ] {
            #expect(lines.contains { $0 == line }, "\(line)")
        }
    }

    @Test("A replacement that another one came before is counted as a conflict")
    func conflicts() async throws {
        try await withMetricsFactory(metrics) {
            let store = MeasuredStore(InMemoryCollaborationStore())
            let record = StoredRecord(bytes: [1])
            for isFirst in [true, false] {
                let isReplaced = try await store.replaceRecord(
                    of: "doc",
                    version: nil,
                    with: record,
                    accounts: AccountChanges()
                )
                #expect(isReplaced == isFirst)
                #expect(metrics.text.contains("database_conflicts_total 1\n") != isFirst)
            }
        }
    }

    @Test("A store that is measured conforms to the contract of a store")
    func conformance() async throws {
        let store = MeasuredStore(InMemoryCollaborationStore())
        try await CollaborationStoreChecks.check(nodes: [store, store])
    }
}
