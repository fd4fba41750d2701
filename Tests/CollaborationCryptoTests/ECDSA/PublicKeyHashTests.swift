import CollaborationCrypto
import Testing

@Suite("Hash values of public keys")
struct PublicKeyHashTests {
    @Test("Different public keys have different hash values, so that a set of keys stays fast")
    func different() throws {
        let keys = try ECDSACaseFile.wellFormedCases().map { try $0.publicKey() }
        let unique = Set(keys)
        #expect(unique.count > 50)
        #expect(Set(unique.map(\.hashValue)).count == unique.count)
    }
}
