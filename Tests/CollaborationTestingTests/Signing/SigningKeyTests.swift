import CollaborationCrypto
import CollaborationTestSupport
import CollaborationTesting
import Foundation
import Testing

@Suite("Signing key")
struct SigningKeyTests {
    /// Messages of RFC 6979, A.2.5, with the r and s that the key must give with SHA-256.
    static let vectors: [(message: String, r: String, s: String)] = [
        (
            "sample", "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
            "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"
        ),
        (
            "test", "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
            "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"
        ),
    ]

    let key: SigningKey

    init() throws {
        let scalar = "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721"
        key = try #require(SigningKey(rawRepresentation: Hexadecimal(scalar).bytes))
    }

    @Test("The private key of RFC 6979, A.2.5, has the public key that is given there")
    func publicKey() throws {
        let expected = try Hexadecimal(
            "0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
                + "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"
        ).bytes
        #expect(Array(key.publicKey) == expected)
    }

    @Test("Signing gives the signatures of RFC 6979, A.2.5, with SHA-256", arguments: vectors)
    func signature(message: String, r: String, s: String) throws {
        let der = key.signature(for: Array(message.utf8))
        let signature = try P256.Signing.ECDSASignature(derRepresentation: der)
        #expect(signature.rawRepresentation.hexadecimal == (r + s).lowercased())
    }

    @Test("A key made from a seed is the same in every run, and its public key verifies its signatures")
    func seeded() throws {
        var generator = SeededGenerator("key")
        let first = SigningKey(using: &generator)
        let second = SigningKey(using: &generator)
        var again = SeededGenerator("key")
        #expect(SigningKey(using: &again).publicKey == first.publicKey)
        #expect(first.publicKey != second.publicKey)

        for length in 0..<8 {
            let message = [UInt8](repeating: 7, count: length)
            let signature = try P256.Signing.ECDSASignature(derRepresentation: first.signature(for: message))
            let verifier = try P256.Signing.PublicKey(x963Representation: first.publicKey)
            let other = try P256.Signing.PublicKey(x963Representation: second.publicKey)
            #expect(verifier.isValidSignature(signature, for: message))
            #expect(!verifier.isValidSignature(signature, for: message + [0]))
            #expect(!other.isValidSignature(signature, for: message))
        }
    }

    @Test("A key is drawn again when the generator gives no integer in 1 ..< n")
    func drawnAgain() throws {
        /// Returns each word four times before the next.
        struct Words: RandomNumberGenerator {
            var words: [UInt64]
            var taken = 0

            mutating func next() -> UInt64 {
                defer { taken += 1 }
                return words[taken / 4]
            }
        }
        var source = Words(words: [.max, 0, 7])
        let sevens = [7] + [UInt8](repeating: 0, count: 7)
        let key = try #require(SigningKey(rawRepresentation: sevens + sevens + sevens + sevens))
        #expect(SigningKey(using: &source).publicKey == key.publicKey)
        #expect(source.taken == 12)
    }

    @Test("A private key that is not 32 bytes of an integer in 1 ..< n is refused")
    func refused() throws {
        for count in [0, 31, 33] { #expect(SigningKey(rawRepresentation: [UInt8](repeating: 1, count: count)) == nil) }
        let order = try Hexadecimal("FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551").bytes
        for scalar in [[UInt8](repeating: 0, count: 32), order, [UInt8](repeating: 255, count: 32)] {
            #expect(SigningKey(rawRepresentation: scalar) == nil)
        }
    }
}
