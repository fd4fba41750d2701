import CollaborationCore
import CollaborationServer
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Refusals")
struct AccessRefusalTests {
    static let all: [AccessRefusal] =
        [
            .malformedChallenge, .deviceNonceNotAccepted, .forgedChallenge, .challengeForAnotherCollaboration,
            .challengeForAnotherAccount, .challengeFromTheFuture, .expiredChallenge, .challengeAlreadyUsed,
            .unknownIdentity, .identityOfAnotherAccount,
        ] + IdentityProofError.allCases.map(AccessRefusal.invalidProof)

    @Test("A client receives the same answer for every reason of a refusal")
    func publicAnswer() throws {
        let answers = try Set(Self.all.map { try JSONEncoder().encode($0.publicAnswer) })
        #expect(answers == [Data(#"{"error":"accessDenied"}"#.utf8)])
        #expect(try answers == [JSONEncoder().encode(PublicRefusal.accessDenied)])
        #expect(PublicRefusal.statusCode == 403)
    }

    @Test("Every reason of an access refusal has a distinct description")
    func description() {
        #expect(Set(Self.all.map { "\($0)" }).count == Self.all.count)
        #expect("\(AccessRefusal.invalidProof(.signatureMismatch))" == "invalidProof(signatureMismatch)")
    }

    @Test("An access refusal and an identity proof error become a refusal, and no other error does")
    func conversion() throws {
        let malformed = #expect(throws: MalformedRootHashError.self) {
            try Person.Identity(rootHash: Data(count: 31))
        }
        for refusal in Self.all { #expect(AccessRefusal(refusal) == refusal) }
        for error in IdentityProofError.allCases { #expect(AccessRefusal(error) == .invalidProof(error)) }
        #expect(AccessRefusal(FaultyStore.Failure()) == nil)
        let context = DecodingError.Context(codingPath: [], debugDescription: "")
        #expect(AccessRefusal(try #require(malformed)) == nil)
        #expect(AccessRefusal(ParticipantLimitError.collaborationTooLarge(maximum: 1)) == nil)
        #expect(AccessRefusal(DecodingError.dataCorrupted(context)) == nil)
    }

    @Test("An update with too many identities is a fault of the request, whose description names the limit")
    func limits() {
        let errors: [any RequestFault] = [
            ParticipantLimitError.updateTooLarge(maximum: 2, found: 3),
            ParticipantLimitError.collaborationTooLarge(maximum: 2),
        ]
        #expect(
            errors.map { "\($0)" } == [
                "The update has 3 identities, and may have 2.",
                "The collaboration would have more than 2 identities in its life.",
            ]
        )
        #expect(errors.allSatisfy { $0.localizedDescription == "\($0)" })
    }

    @Test("A refusal does not reveal whether the collaboration exists")
    func existence() async throws {
        let server = try TestServer()
        let mallory = SimulatedPerson("Mallory")
        let other = try SimulatedPerson("Bob").identity(in: "doc-42")
        try await server.collaborations.addParticipants([other.identity], to: "doc-42")
        for collaboration in ["doc-42", "no-such-document"] as [CollaborationIdentifier] {
            #expect(server.collaborations.challenge(for: collaboration, account: "mallory").count == 121)
            let own = try mallory.identity(in: collaboration)
            try await server.refuse(mallory.devices[0], of: own, as: "mallory")
        }
    }
}
