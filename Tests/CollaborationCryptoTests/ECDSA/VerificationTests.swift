import CollaborationCrypto
import CollaborationTestSupport
import Testing

@Suite("ECDSA verification")
struct VerificationTests {
    /// In a debug build only the cases whose x coordinate or digest is near n or p.
    @Test("Verification gives the verdict of OpenSSL on the committed cases")
    func everyCase() throws {
        let cases = try ECDSACaseFile.cases().filter {
            BuildConfiguration.isRelease || $0.id.hasPrefix("abscissa/") || $0.id.hasPrefix("digest/")
        }
        #expect(cases.count > 50)
        let differing = try cases.filter { try $0.verdictFound() != $0.verdict }
        #expect(differing.map { "\($0.id): \($0.comment)" } == [])
    }

    @Test("Verification hashes the message with SHA-256")
    func message() throws {
        let example = try #require(ECDSACaseFile.cases(.valid).first { $0.message != nil && $0.digest == nil })
        let (key, signature) = (try example.publicKey(), try example.ecdsaSignature())
        let message = try #require(example.message).bytes
        #expect(key.isValidSignature(signature, for: message.lazy.map { $0 }))
        #expect(!key.isValidSignature(signature, for: message + [0]))
    }

    @Test(
        "Verification fails after a flip of any bit of the signature, the digest or the key",
        .enabled(if: BuildConfiguration.isRelease)
    ) func everyBit() throws {
        var verifications = 0
        for example in try ECDSACaseFile.cases(.valid).filter({ $0.message != nil }).prefix(24) {
            let (key, digest) = (try example.publicKey(), try example.signedDigest())
            let signature = try example.ecdsaSignature()
            func expectInvalid(_ isValid: Bool, _ place: String, _ bit: Int) {
                #expect(!isValid, "\(example.id), bit \(bit) of the \(place)")
                verifications += 1
            }
            for bit in 0..<512 {
                let flipped = Self.flipping(bit, of: signature.rawRepresentation)
                guard let other = try? P256.Signing.ECDSASignature(rawRepresentation: flipped) else { continue }
                expectInvalid(key.isValidSignature(other, for: digest), "signature", bit)
            }
            for bit in 0..<256 {
                let flipped = Self.flipping(bit, of: digest.rawRepresentation)
                let other = try SHA256Digest(rawRepresentation: flipped)
                expectInvalid(key.isValidSignature(signature, for: other), "digest", bit)
            }
            for bit in 7..<264 {
                // Half of all x are on the curve, so half of the changed compressed keys are valid keys.
                let flipped = Self.flipping(bit, of: key.compressedRepresentation)
                let other = try? P256.Signing.PublicKey(compressedRepresentation: flipped)
                guard let other else { continue }
                expectInvalid(other.isValidSignature(signature, for: digest), "key", bit)
            }
        }
        #expect(verifications > 20_000)
    }

    private static func flipping(_ bit: Int, of bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes[bit / 8] ^= 0x80 >> (bit % 8)
        return bytes
    }
}
