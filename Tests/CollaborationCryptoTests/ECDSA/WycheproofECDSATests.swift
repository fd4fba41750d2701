import CollaborationCrypto
import CollaborationTestSupport
import Foundation
import Testing

@Suite("Wycheproof ECDSA")
struct WycheproofECDSATests {
    struct File: Decodable {
        var numberOfTests: Int
        var testGroups: [Group]
    }

    struct Group: Decodable {
        struct Key: Decodable {
            var uncompressed: Hexadecimal
        }

        var publicKey: Key
        var publicKeyDer: Hexadecimal
        var tests: [Case]
    }

    struct Case: Decodable {
        var tcId: Int
        var comment: String
        var msg: Hexadecimal
        var sig: Hexadecimal
        var result: String
    }

    @Test(
        "Every ECDSA verdict of Wycheproof is reproduced",
        .enabled(
            if: VectorFile.wycheproofECDSA.isAvailableOrRequired,
            "\(VectorFile.wycheproofECDSA.absence)"
        )
    )
    func verdicts() throws {
        let file = try JSONDecoder().decode(File.self, from: VectorFile.wycheproofECDSA.contents())
        try #require(file.testGroups.reduce(0) { $0 + $1.tests.count } == file.numberOfTests)
        try #require(file.numberOfTests >= 484)
        for group in file.testGroups {
            let key = try P256.Signing.PublicKey(x963Representation: group.publicKey.uncompressed.bytes)
            #expect(try P256.Signing.PublicKey(derRepresentation: group.publicKeyDer.bytes) == key)
            for test in group.tests.everyInDebug(9) {
                let signature = try? P256.Signing.ECDSASignature(derRepresentation: test.sig.bytes)
                let answer = signature.map { key.isValidSignature($0, for: test.msg.bytes) } ?? false
                #expect(answer == (test.result == "valid"), "\(test.tcId): \(test.comment)")
            }
        }
    }
}
