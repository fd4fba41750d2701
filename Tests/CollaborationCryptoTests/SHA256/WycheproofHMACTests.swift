import CollaborationCrypto
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Wycheproof HMAC")
struct WycheproofHMACTests {
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

    @Test(
        "Every HMAC verdict of Wycheproof is reproduced",
        .enabled(if: VectorFile.wycheproofHMAC.isAvailableOrRequired, "\(VectorFile.wycheproofHMAC.absence)")
    )
    func verdicts() throws {
        let file = try JSONDecoder().decode(File.self, from: VectorFile.wycheproofHMAC.contents())
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
                // The library refuses truncated tags.
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
