import CollaborationCrypto
import Testing

@Suite("HMAC-SHA-256")
struct HMACSHA256Tests {
    /// The keys, messages and codes of RFC 4231, sections 4.2 to 4.8, in their order.
    static let examples: [(key: [UInt8], message: [UInt8], code: String)] = [
        (
            [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), [UInt8](repeating: 0xcd, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        // 16 bytes of the code are given.
        ([UInt8](repeating: 0x0c, count: 20), Array("Test With Truncation".utf8), "a3b6167473100ee06e0c796c2955552b"),
        // The key is longer than a block, and then the message too.
        (
            [UInt8](repeating: 0xaa, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131),
            Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8
            ), "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test("The HMAC examples of RFC 4231 are reproduced", arguments: examples)
    func standardExamples(key: [UInt8], message: [UInt8], code: String) {
        #expect(HMACSHA256.authenticationCode(for: message, using: key).description.hasPrefix(code))
    }

    let key = Array("key".utf8)
    let message = Array("message".utf8)

    var code: [UInt8] { HMACSHA256.authenticationCode(for: message, using: key).rawRepresentation }

    @Test("An authentication code is valid only for its own message and key")
    func isValid() {
        #expect(HMACSHA256.isValidAuthenticationCode(code, authenticating: message, using: key))
        #expect(!HMACSHA256.isValidAuthenticationCode(code, authenticating: message + [0], using: key))
        #expect(!HMACSHA256.isValidAuthenticationCode(code, authenticating: message.dropLast(), using: key))
        #expect(!HMACSHA256.isValidAuthenticationCode(code, authenticating: message, using: key + [1]))
    }

    @Test("An authentication code with one or more changed bits is invalid")
    func changedBits() {
        // Two bits far apart, so that equal changes do not cancel each other.
        let pairs: [[Int]] = [[0, 64], [31, 63], [63, 127], [7, 255]]
        let changes = (0..<256).map { [$0] } + pairs + [Array(0..<256)]
        let accepted = changes.filter { bits in
            var changed = code
            for bit in bits { changed[bit / 8] ^= 1 << (bit % 8) }
            return HMACSHA256.isValidAuthenticationCode(changed, authenticating: message, using: key)
        }
        #expect(accepted == [])
    }

    @Test("An authentication code of another length than 32 bytes is invalid")
    func otherLengths() {
        for count in 0...64 where count != 32 {
            let other = (code + code).prefix(count)
            #expect(!HMACSHA256.isValidAuthenticationCode(other, authenticating: message, using: key))
        }
    }

    @Test("The authentication code for every committed length of key and message is that of Python's hmac")
    func everyLength() throws {
        let vectors = try HashVectors.load().codesByLengths
        #expect(Set(vectors.map(\.keyLength)).isSuperset(of: [0, 63, 64, 65, 66, 128]))
        for (keyLength, messageLength, expected) in vectors {
            let (key, message) = (HashVectors.pattern(keyLength), HashVectors.pattern(messageLength))
            let code = HMACSHA256.authenticationCode(for: message, using: key).rawRepresentation
            #expect(code == expected, "key of \(keyLength), message of \(messageLength) bytes")
        }
    }
}
