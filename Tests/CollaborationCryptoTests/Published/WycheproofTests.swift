import CollaborationCrypto
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Wycheproof")
struct WycheproofTests {
    struct File: Decodable {
        var numberOfTests: Int
        var testGroups: [Group]

        init(_ file: VectorFile) throws {
            self = try JSONDecoder().decode(File.self, from: file.contents())
            try #require(testGroups.reduce(0) { $0 + $1.tests.count } == numberOfTests)
        }
    }

    struct Group: Decodable {
        struct Key: Decodable {
            var uncompressed: Hexadecimal
        }

        var publicKey: Key?
        var publicKeyDer: Hexadecimal?
        /// The length of the tag in bits.
        var tagSize: Int?
        var tests: [Case]
    }

    struct Case: Decodable {
        var tcId: Int
        var comment: String
        var key: Hexadecimal?
        var msg: Hexadecimal
        var sig: Hexadecimal?
        var tag: Hexadecimal?
        var result: String
    }

    @Test(
        "Every ECDSA verdict of Wycheproof is reproduced",
        .enabled(if: BuildConfiguration.isRelease),
        .enabled(if: VectorFile.wycheproofECDSA.isAvailableOrRequired, "\(VectorFile.wycheproofECDSA.absence)")
    ) func signatures() throws {
        let file = try File(.wycheproofECDSA)
        try #require(file.numberOfTests >= 484)
        for group in file.testGroups {
            let bytes = try #require(group.publicKey).uncompressed.bytes
            let key = try P256.Signing.PublicKey(x963Representation: bytes)
            let again = try P256.Signing.PublicKey(derRepresentation: #require(group.publicKeyDer).bytes)
            #expect(again == key)
            for test in group.tests {
                let der = try #require(test.sig).bytes
                let signature = try? P256.Signing.ECDSASignature(derRepresentation: der)
                let answer = signature.map { key.isValidSignature($0, for: test.msg.bytes) } ?? false
                #expect(answer == (test.result == "valid"), "\(test.tcId): \(test.comment)")
            }
        }
    }

    @Test(
        "Every HMAC verdict of Wycheproof is reproduced",
        .enabled(if: VectorFile.wycheproofHMAC.isAvailableOrRequired, "\(VectorFile.wycheproofHMAC.absence)")
    ) func codes() throws {
        let file = try File(.wycheproofHMAC)
        try #require(file.numberOfTests >= 174)
        for group in file.testGroups {
            let tagSize = try #require(group.tagSize)
            for test in group.tests {
                let (key, tag) = (try #require(test.key).bytes, try #require(test.tag).bytes)
                let code = HMACSHA256.authenticationCode(for: test.msg.bytes, using: key).rawRepresentation
                let isValid = test.result == "valid"
                let name: Comment = "\(test.tcId): \(test.comment)"
                #expect((code.prefix(tagSize / 8) == tag[...]) == isValid, name)
                // The library refuses truncated tags.
                let answer = HMACSHA256.isValidAuthenticationCode(tag, authenticating: test.msg.bytes, using: key)
                #expect(answer == (isValid && tagSize == 256), name)
            }
        }
    }
}
