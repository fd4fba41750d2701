import CollaborationProofs
import Foundation
import Testing

@Suite("Known root hashes of a request")
struct KnownRootHashTests {
    @Test("The known root hashes of a request can be replaced, and an entry that is not 32 bytes is dropped")
    func replacing() throws {
        var request = try SampleRequests.article()
        let known = request.knownRootHashes
        request.knownRootHashes = [Data(count: 31), Data(count: 32), Data(count: 33)]
        #expect(request.knownRootHashes == [Data(count: 32)])
        #expect(throws: IdentityProofError.unknownIdentity) { try request.verifiedIdentity() }
        request.knownRootHashes = known
        #expect(try request.verifiedIdentity().rootHash == known[1])
    }
}
