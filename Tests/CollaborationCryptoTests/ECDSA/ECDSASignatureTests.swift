import CollaborationCrypto
import CollaborationTestSupport
import CollaborationTesting
import Testing

@Suite("ECDSA signatures")
struct ECDSASignatureTests {
    typealias Signature = P256.Signing.ECDSASignature

    @Test("A signature survives round trips through DER and raw bytes")
    func roundTrips() throws {
        for example in try ECDSACaseFile.wellFormedCases() {
            let signature = try example.ecdsaSignature()
            let (der, raw) = (signature.derRepresentation, signature.rawRepresentation)
            #expect((example.signatureEncoding == .der ? der : raw) == example.signature.bytes, "\(example.id)")
            #expect(try Signature(derRepresentation: der) == signature, "\(example.id)")
            #expect(try Signature(rawRepresentation: raw) == signature, "\(example.id)")
        }
    }

    /// X.690, 8.3: the fewest octets, and a zero octet first if the value would be negative without it.
    @Test("The DER of a signature is minimal for r and s of every size")
    func everySize() throws {
        for bit in 0..<256 {
            var r = [UInt8](repeating: 0, count: 32)
            r[31 - bit / 8] = 1 << (bit % 8)
            let shortest = Array(r.drop { $0 == 0 })
            let content = bit % 8 == 7 ? [0] + shortest : shortest
            let integer = [2, UInt8(content.count)] + content
            let der = try Signature(rawRepresentation: r + r).derRepresentation
            #expect(der == [0x30, UInt8(integer.count * 2)] + integer + integer, "2^\(bit)")
        }
    }

    @Test("The error of a malformed signature names the broken rule")
    func malformed() throws {
        for example in try ECDSACaseFile.cases(.malformedSignature) {
            let name: Comment = "\(example.id): \(example.comment)"
            let error = #expect(throws: CryptoError.self, name) { try example.ecdsaSignature() }
            #expect(example.error == nil || error.map(ECDSACase.ruleName) == example.error, name)
        }
    }

    @Test(
        "The error of malformed DER tells lengths, tags and integers apart that differ by one",
        arguments: [
            ([0x31, 0], .unexpectedTag(expected: 0x30, found: 0x31)),
            ([0x30, 0x7f, 2], .truncated), ([0x30, 0x80], .indefiniteLength),
            ([0x30, 0x81, 0x7f], .nonMinimalLength), ([0x30, 0x81, 0x80], .truncated),
            ([0x30, 7, 2, 2, 0, 0x7f, 2, 1, 1], .nonMinimalInteger),
            // The low 64 bits of this length are those of the length that follows.
            ([0x30, 0x89, 1, 0, 0, 0, 0, 0, 0, 0, 6, 2, 1, 1, 2, 1, 1], .truncated),
        ] as [([UInt8], CryptoError)]
    ) func limitsOfDER(der: [UInt8], error: CryptoError) {
        #expect(throws: error) { try Signature(derRepresentation: der) }
    }

    @Test("A signature has r and s from 1 to n - 1")
    func limits() throws {
        let one = String(repeating: "0", count: 63) + "1"
        let zero = String(repeating: "0", count: 64)
        let largest = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550"
        let order = String(largest.dropLast() + "1")
        for (r, s) in [(one, one), (one, largest), (largest, one), (largest, largest)] {
            #expect(throws: Never.self) { try Signature(rawRepresentation: Hexadecimal(r + s).bytes) }
        }
        for (r, s) in [(zero, one), (one, zero), (order, one), (one, order), (order, order)] {
            #expect(throws: CryptoError.scalarOutOfRange) {
                try Signature(rawRepresentation: Hexadecimal(r + s).bytes)
            }
        }
    }

    /// In strict DER each value has one encoding, so parsing and encoding again gives the same bytes.
    @Test("Every signature that is read from DER is written back as the same bytes")
    func oneEncoding() {
        var generator = SeededGenerator("mutations")
        for _ in 0..<3_000 {
            var changed = Encoding.signatureInDER.bytes
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = changed.indices.randomElement(using: &generator) ?? 0
                changed[index] = UInt8.random(in: 0...255, using: &generator)
            }
            if let signature = try? Signature(derRepresentation: changed) {
                #expect(signature.derRepresentation == changed)
            }
        }
    }
}
