import Testing

@testable import CollaborationCrypto

@Suite("SHA-256")
struct SHA256Tests {
    /// Messages and their digests, from the examples that NIST publishes with FIPS 180-4.
    static let examples = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        // The padding is in a second block.
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        // Two blocks.
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
    ]

    @Test("The SHA-256 examples of FIPS 180-4 are reproduced", arguments: examples)
    func standardExamples(message: String, digest: String) {
        #expect(SHA256.hash(data: message.utf8).description == digest)
    }

    @Test("The digest at every committed length is that of Python's hashlib")
    func everyLength() throws {
        let vectors = try HashVectors.load().digestsByLength
        #expect(vectors.count > 360)
        for (length, digest) in vectors {
            let found = SHA256.hash(data: HashVectors.pattern(length))
            #expect(found.rawRepresentation == digest, "\(length) bytes")
        }
    }

    @Test("The digest does not depend on where a message is split")
    func everySplit() {
        let message = (0..<130).map { UInt8(truncatingIfNeeded: $0 * 31 + 5) }
        for length in 0...130 {
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

    @Test("Hashing can continue after a digest was taken, and copies are independent")
    func values() {
        var hasher = SHA256()
        hasher.update(data: "ab".utf8)
        let copy = hasher
        #expect(hasher.finalize() == hasher.finalize())
        hasher.update(data: "c".utf8)
        #expect(hasher.finalize() == SHA256.hash(data: "abc".utf8))
        #expect(copy.finalize() == SHA256.hash(data: "ab".utf8))
    }

    /// A message of 2³⁰ bytes or more takes too long.
    ///
    /// The test sets the length and hashes only the padding.
    @Test("The length of a message is counted beyond 32 bits")
    func immenseLength() throws {
        let vectors = try HashVectors.load().digestsByImmenseLength
        #expect(vectors.contains { $0.byteCount >> 32 > 0 })
        for (byteCount, digest) in vectors {
            var hasher = SHA256()
            hasher.byteCount = byteCount
            #expect(hasher.finalize().rawRepresentation == digest, "\(byteCount) bytes")
        }
    }
}
