import CollaborationCore
import CollaborationTestSupport
import Foundation
import Synchronization
import Testing

@testable import CollaborationServer

/// Holds the layout of a challenge to bytes that were computed with Python, independently of this package.
///
///     import hashlib, hmac
///     key = bytes(range(1, 33))
///     nonce = bytes(range(0xA0, 0xB0))
///     store = bytes(range(0xB0, 0xC0))
///     bindings = [hashlib.sha256(nonce + name).digest() for name in (b"doc-42", b"bob")]
///     challenge = b"\x01" + (1_700_000_120_250).to_bytes(8, "big") + nonce + b"".join(bindings)
///     print((challenge + hmac.new(key, challenge + store, hashlib.sha256).digest()).hex())
@Suite("The bytes of a challenge")
struct ChallengeFormatTests {
    static let bindings: String =
        "d6e36717b3fe95b8e8915c92416a02216cab9e23c5b36db9117a2b043f135230"
        + "3453fdb2800947295904a8759b8d58909a99a8be53f40e66bd50e4d78b2a537b"

    let date = Date(timeIntervalSince1970: 1_700_000_000.25)
    let challenge =
        "01" + "0000018bcfe73dba" + "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf" + bindings
        + "1f5599aaa0f9d968342be515bb2630115cb3278df687b9be3a8d992fbcf862aa"

    @Test("A challenge has the 121 bytes that follow from its key, store, nonce, expiration and names")
    func issued() throws {
        let generator = Mutex(RepeatingGenerator(0xA0A1_A2A3_A4A5_A6A7, 0xA8A9_AAAB_ACAD_AEAF))
        let authority = try TestAuthority(
            key: ChallengeKey(bytes: 1...32),
            lifetime: .seconds(120),
            clock: { [date] in date },
            random: { generator.withLock { $0.next() } }
        )
        let issued = authority.issue()
        #expect(issued.count == 121)
        #expect(issued.hexadecimal == challenge)
        try authority.validate(issued)
    }

    /// A later version of the package must still accept it.
    @Test("The committed challenge of version 1 is accepted, and another first byte is refused")
    func committed() throws {
        let authority = try TestAuthority(key: ChallengeKey(bytes: 1...32), clock: { [date] in date })
        let challenge = try Data(Hexadecimal(challenge).bytes)
        #expect(throws: Never.self) { try authority.validate(challenge) }
        for kind in [0, 2, 3, 0xFF] as [UInt8] {
            #expect(throws: CollaborationError.refused(.malformedChallenge), "another layout") {
                try authority.validate([kind] + challenge.dropFirst())
            }
        }
    }
}
