import CollaborationModels
import CollaborationServer
import CollaborationTesting
import Testing

@Suite("Stores of documents")
struct DocumentStoreTests {
    @Test("Refused pairings change no document, and a repeated proof leaves the participants unchanged")
    func versions() async throws {
        let database = DocumentDatabase()
        let store = DocumentStore(database: database)
        let fixture = try StoreFixture("documents")
        func versions() -> [Int] {
            let documents = database.read(fixture.collaboration)
            return [documents.participants.version, documents.usedChallenges.version]
        }
        _ = try await store.update(fixture.update(adding: [0]))
        _ = await store.pair(fixture.pairing(0, with: 0, challenge: 0))
        #expect(versions() == [2, 1])
        // A replay, a stranger and a second account.
        for (identity, account, challenge) in [(0, 0, 0), (1, 1, 1), (0, 1, 2)] {
            _ = await store.pair(fixture.pairing(identity, with: account, challenge: challenge))
        }
        #expect(versions() == [2, 1])
        _ = await store.pair(fixture.pairing(0, with: 0, challenge: 3))
        #expect(versions() == [2, 2])
    }
}
