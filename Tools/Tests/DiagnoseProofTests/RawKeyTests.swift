import BigInt
import CollaborationCrypto
import Foundation
import RawSigning
import Testing

@Suite("Raw key")
struct RawKeyTests {
    @Test("A signature of a key is valid, and the key that is solved for an s has it")
    func signatures() throws {
        let (message, digest) = (Data("message".utf8), Data(SHA256.hash(data: Array("message".utf8))))
        let solved = try #require(RawKey(signing: digest, k: 4, s: 7))
        for (key, signature) in [
            (RawKey(11), RawKey(11).signature(for: message)), (solved, solved.signature(forDigest: digest, k: 4)),
        ] {
            let publicKey = try P256.Signing.PublicKey(x963Representation: key.publicKey)
            let value = try P256.Signing.ECDSASignature(derRepresentation: signature)
            #expect(publicKey.isValidSignature(value, for: message))
        }
        #expect(solved.signature(forDigest: digest, k: 4).suffix(3) == Data([2, 1, 7]))
    }
}
