import CollaborationProofs
import CollaborationServer
import Testing

@Suite("Hash values of challenges")
struct ChallengeHashTests {
    @Test("Different challenges have different hash values, so that a set of them stays fast")
    func different() throws {
        let server = try TestServer()
        let challenges = try (0..<100).map { _ in
            try Challenge(data: server.collaborations.challenge(for: "doc-42", account: "bob"))
        }
        #expect(Set(challenges.map(\.hashValue)).count == 100)
    }
}
