import CollaborationCrypto
import Foundation
import Testing

@Suite("HMAC-SHA-256 on Wycheproof's file")
struct HMACWycheproofTests {
    struct File: Decodable {
        var numberOfTests: Int
        var testGroups: [Group]
    }

    struct Group: Decodable {
        /// The length of the tag in bits.
        var tagSize: Int
        var tests: [Case]
    }

    struct Case: Decodable {
        var tcId: Int
        var comment: String
        var key: Hexadecimal
        var msg: Hexadecimal
        var tag: Hexadecimal
        var result: String
    }

    @Test("gives every verdict")
    func verdicts() throws {
        guard
            let data = SharedVectors.file(
                named: "hmac_sha256_test.json",
                from: "github.com/C2SP/wycheproof, testvectors_v1"
            )
        else {
            return
        }
        let file = try JSONDecoder().decode(File.self, from: data)
        try #require(file.testGroups.reduce(0) { $0 + $1.tests.count } == file.numberOfTests)
        try #require(file.numberOfTests >= 174)
        for group in file.testGroups {
            for test in group.tests {
                let code = HMACSHA256.authenticationCode(for: test.msg.bytes, using: test.key.bytes)
                let isValid = test.result == "valid"
                let name: Comment = "\(test.tcId): \(test.comment)"
                #expect(
                    (code.rawRepresentation.prefix(group.tagSize / 8) == test.tag.bytes[...]) == isValid,
                    name
                )
                // A truncated tag is no authentication code here, whatever its bytes.
                let isWhole = group.tagSize == 256
                let answer = HMACSHA256.isValidAuthenticationCode(
                    test.tag.bytes,
                    authenticating: test.msg.bytes,
                    using: test.key.bytes
                )
                #expect(answer == (isValid && isWhole), name)
            }
        }
    }
}
