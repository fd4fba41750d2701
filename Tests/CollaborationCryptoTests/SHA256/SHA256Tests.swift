import Foundation
import Testing

@testable import CollaborationCrypto

@Suite("SHA-256")
struct SHA256Tests {
    /// A message and its digest, from the examples that NIST publishes with FIPS 180-4.
    struct Example: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var message: String
        var digest: String
    }

    static let examples = [
        Example(
            testDescription: "the empty message",
            message: "",
            digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        ),
        Example(
            testDescription: "24 bits, one block",
            message: "abc",
            digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        ),
        Example(
            testDescription: "448 bits, the padding in a second block",
            message: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        Example(
            testDescription: "896 bits, two blocks",
            message: "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            digest: "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ]

    @Test("gives the digests of FIPS 180-4", arguments: examples)
    func standardExamples(_ example: Example) {
        #expect(SHA256.hash(data: example.message.utf8).description == example.digest)
    }

    @Test("gives the digest of a million letters, however they arrive")
    func millionLetters() {
        let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        var hasher = SHA256()
        for _ in 0..<1_000 {
            hasher.update(data: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000))
        }
        #expect(hasher.finalize().description == digest)
    }

    /// One digest stands for 301: that of all of their bytes in a row, computed with another implementation.
    @Test("gives the right digest at every length from 0 to 300 bytes")
    func everyLength() {
        var all = SHA256()
        for length in 0...300 {
            let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7 + length) }
            all.update(data: SHA256.hash(data: message).rawRepresentation)
        }
        #expect(
            all.finalize().description == "60d63ff40b5558727a9b786ac0be9300f7ca58fd9ddd3b2f3681b369018a87dc"
        )
    }

    @Test("does not depend on where a message is split")
    func everySplit() {
        let message = (0..<300).map { UInt8(truncatingIfNeeded: $0 * 31 + 5) }
        for length in 0...300 {
            let whole = SHA256.hash(data: message[..<length])
            let differing = (0...length).filter { split in
                var hasher = SHA256()
                hasher.update(data: message[..<split])
                hasher.update(data: message[split..<length])
                return hasher.finalize() != whole
            }
            #expect(differing == [], "splits of \(length) bytes")
        }
    }

    @Test(
        "does not depend on the size of the pieces",
        arguments: [1, 2, 3, 5, 31, 63, 64, 65, 127, 128, 129, 200]
    )
    func pieces(of size: Int) {
        let message = (0..<777).map { UInt8(truncatingIfNeeded: $0 * 13 + 1) }
        var hasher = SHA256()
        for start in stride(from: 0, to: message.count, by: size) {
            hasher.update(data: message[start..<min(start + size, message.count)])
            hasher.update(data: EmptyCollection())
        }
        #expect(hasher.finalize() == SHA256.hash(data: message))
    }

    @Test("takes bytes from any collection")
    func collections() {
        let message = (0..<150).map { UInt8(truncatingIfNeeded: $0 * 11 + 3) }
        let digest = SHA256.hash(data: message)
        let padded = [1, 2, 3] + message + [4]
        #expect(SHA256.hash(data: padded[3..<153]) == digest, "a slice")
        #expect(SHA256.hash(data: ContiguousArray(message)) == digest, "a contiguous array")
        #expect(SHA256.hash(data: Data(message)) == digest, "data")
        #expect(SHA256.hash(data: Data(padded).dropFirst(3).dropLast()) == digest, "a slice of data")
        #expect(SHA256.hash(data: message.lazy.map { $0 }) == digest, "a lazy map")
        #expect(
            SHA256.hash(data: message.reversed().reversed() as ReversedCollection) == digest,
            "twice reversed"
        )
        #expect(
            SHA256.hash(data: [message[..<70], [], message[70...]].joined()) == digest,
            "pieces end to end"
        )
        #expect(SHA256.hash(data: AnyCollection(message)) == digest, "an erased collection")
        #expect(
            SHA256.hash(data: repeatElement(7, count: 100))
                == SHA256.hash(data: [UInt8](repeating: 7, count: 100)),
            "a repeated element"
        )
        #expect(SHA256.hash(data: CollectionOfOne(7)) == SHA256.hash(data: [7]), "a collection of one")
    }

    @Test("can go on after a digest was taken, and its copies do not alias")
    func values() {
        var hasher = SHA256()
        hasher.update(data: "ab".utf8)
        let copy = hasher
        #expect(hasher.finalize() == hasher.finalize())
        hasher.update(data: "c".utf8)
        #expect(hasher.finalize() == SHA256.hash(data: "abc".utf8))
        #expect(copy.finalize() == SHA256.hash(data: "ab".utf8))
    }

    /// The digest is what one block of padding that tells 2³³ bits makes of the initial state, computed with
    /// another implementation: nobody waits for a test to hash 2³⁰ bytes.
    @Test("counts the bits of a message beyond 32 bits")
    func immenseLength() {
        var hasher = SHA256()
        hasher.byteCount = 1 << 30
        #expect(
            hasher.finalize().description
                == "59708e46515311f2543a4f8ac7fb8f809ef18967adf1c8c7e590c389001d9580"
        )
    }

    @Test("works on blocks of 64 bytes")
    func blockSize() {
        #expect(SHA256.blockByteCount == 64)
    }
}
