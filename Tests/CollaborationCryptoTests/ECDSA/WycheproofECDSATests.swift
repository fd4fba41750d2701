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
        "Every ECDSA verdict of Wycheproof is reproduced with a key and with a prepared key",
        .enabled(
            if: VectorFile.wycheproofECDSA.isAvailableOrRequired,
            "\(VectorFile.wycheproofECDSA.absence)"
        )
    )
    func verdicts() throws {
        let file = try JSONDecoder().decode(File.self, from: VectorFile.wycheproofECDSA.contents())
        try #require(file.testGroups.reduce(0) { $0 + $1.tests.count } == file.numberOfTests)
        try #require(file.numberOfTests >= 484)
        for (index, group) in file.testGroups.enumerated() {
            let key = try P256.Signing.PublicKey(x963Representation: group.publicKey.uncompressed.bytes)
            #expect(try P256.Signing.PublicKey(derRepresentation: group.publicKeyDer.bytes) == key)
            // Preparing a key takes long without optimization: a debug build prepares every eighth key.
            let isPrepared = BuildConfiguration.isRelease || index.isMultiple(of: 8)
            let prepared = isPrepared ? P256.Signing.PreparedPublicKey(key) : nil
            for test in group.tests {
                let signature = try? P256.Signing.ECDSASignature(derRepresentation: test.sig.bytes)
                let answer = signature.map { key.isValidSignature($0, for: test.msg.bytes) } ?? false
                #expect(answer == (test.result == "valid"), "\(test.tcId): \(test.comment)")
                if let prepared, let signature {
                    #expect(
                        prepared.isValidSignature(signature, for: test.msg.bytes) == answer,
                        "\(test.tcId)"
                    )
                }
            }
        }
    }
}
