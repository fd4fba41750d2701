import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Foundation
import Testing

@Suite("A refusal")
struct AccessRefusalTests {
    static let all: [AccessRefusal] =
        [
            .malformedChallenge, .deviceNonceNotAccepted, .forgedChallenge, .challengeForAnotherCollaboration,
            .challengeForAnotherAccount, .challengeFromTheFuture, .expiredChallenge, .challengeAlreadyUsed,
            .unknownIdentity, .identityOfAnotherAccount,
        ] + IdentityProofError.allCases.map(AccessRefusal.invalidProof)

    @Test("looks the same to a client whatever its reason")
    func publicAnswer() throws {
        let answers = try Set(Self.all.map { try JSONEncoder().encode($0.publicAnswer) })
        #expect(answers == [Data(#"{"error":"accessDenied"}"#.utf8)])
        #expect(PublicRefusal.statusCode == 403)
    }

    @Test("is told from every other in a log")
    func description() {
        #expect(Set(Self.all.map(\.description)).count == Self.all.count)
        #expect(
            AccessRefusal.invalidProof(.signatureMismatch).description == "invalidProof(signatureMismatch)"
        )
    }

    @Test("is taken from any error that amounts to one, and from no other")
    func conversion() {
        for refusal in Self.all { #expect(AccessRefusal(refusal) == refusal) }
        for error in IdentityProofError.allCases { #expect(AccessRefusal(error) == .invalidProof(error)) }
        #expect(AccessRefusal(BrokenStore.Failure()) == nil)
        let context = DecodingError.Context(codingPath: [], debugDescription: "")
        #expect(AccessRefusal(DecodingError.dataCorrupted(context)) == nil)
    }

    @Test("does not tell whether the collaboration exists")
    func existence() async throws {
        let server = Server()
        let mallory = SimulatedPerson("Mallory")
        let other = try SimulatedPerson("Bob").identity(in: "doc-42")
        try await server.access.addParticipants([other.identity], to: "doc-42")
        for collaboration in ["doc-42", "no-such-document"] as [CollaborationIdentifier] {
            #expect(server.access.challenge(for: collaboration, account: "mallory").count == 121)
            let own = try mallory.identity(in: collaboration)
            await #expect(throws: AccessRefusal.unknownIdentity) {
                try await server.admit(mallory.devices[0], of: own, as: "mallory")
            }
        }
    }
}

@Suite("A client that lies about its options")
struct OptionsLiarTests {
    @Test("is found out by the server's own defaults")
    func liar() throws {
        func options(_ identifiers: [String]) throws -> CollaborationShareOptions {
            let options = identifiers.map { CollaborationOption(title: $0, identifier: $0) }
            return try CollaborationShareOptions(
                optionsGroups: [CollaborationOptionsGroup.picker(identifier: "permission", options: options)]
            )
        }
        let defaults = try options(["write", "read"])
        var honest = defaults
        try honest.select("read")
        #expect(defaults.accepts(honest))
        #expect(try !defaults.accepts(options(["write", "read", "administer"])))
        #expect(throws: CollaborationOptionsError.unknownOption("administer")) {
            try defaults.selecting(only: ["administer"])
        }
    }
}
