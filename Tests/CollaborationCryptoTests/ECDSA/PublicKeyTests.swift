import CollaborationCrypto
import CollaborationTestSupport
import Testing

@Suite("P-256 public keys")
struct PublicKeyTests {
    typealias PublicKey = P256.Signing.PublicKey

    /// The generator of the curve (FIPS 186-4, D.1.2.3): the public key of the private scalar 1.
    static let x = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    static let y = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
    static let derHeader = "3059301306072a8648ce3d020106082a8648ce3d030107034200"

    @Test("A public key has four encodings of one point")
    func fourEncodings() throws {
        let key = try PublicKey(x963Representation: Hexadecimal("04" + Self.x + Self.y).bytes)
        #expect(key.x963Representation.hexadecimal == "04" + Self.x + Self.y)
        #expect(key.compressedRepresentation.hexadecimal == "03" + Self.x)
        #expect(key.rawRepresentation.hexadecimal == Self.x + Self.y)
        #expect(key.derRepresentation.hexadecimal == Self.derHeader + "04" + Self.x + Self.y)
    }

    @Test("A public key survives round trips through its four encodings")
    func roundTrips() throws {
        let cases = try ECDSACaseFile.wellFormedCases()
        for (bytes, example) in Dictionary(grouping: cases, by: \.key).compactMapValues(\.first) {
            let key = try example.publicKey()
            let encoded =
                switch example.keyEncoding {
                case .x963: key.x963Representation
                case .compressed: key.compressedRepresentation
                case .raw: key.rawRepresentation
                case .der: key.derRepresentation
                }
            #expect(encoded == bytes.bytes, "\(example.id)")
            let again = [
                try PublicKey(x963Representation: key.x963Representation),
                try PublicKey(compressedRepresentation: key.compressedRepresentation),
                try PublicKey(rawRepresentation: key.rawRepresentation),
                try PublicKey(derRepresentation: key.derRepresentation),
            ]
            #expect(Set(again) == [key], "\(example.id)")
        }
    }

    @Test("Two public keys with one x and different y are not equal")
    func parity() throws {
        let even = try PublicKey(compressedRepresentation: Hexadecimal("02" + Self.x).bytes)
        let odd = try PublicKey(compressedRepresentation: Hexadecimal("03" + Self.x).bytes)
        #expect(even != odd)
        #expect(even.rawRepresentation.prefix(32) == odd.rawRepresentation.prefix(32))
        #expect(even.rawRepresentation != odd.rawRepresentation)
    }

    @Test("The error of a malformed public key names the broken rule")
    func malformed() throws {
        for example in try ECDSACaseFile.cases(.malformedKey) {
            let name: Comment = "\(example.id): \(example.comment)"
            let error = #expect(throws: CryptoError.self, name) { try example.publicKey() }
            #expect(example.error == nil || error.map(ECDSACase.ruleName) == example.error, name)
        }
    }

    @Test("The first octet of an encoded public key must name the form")
    func everyForm() throws {
        let full = try Hexadecimal(Self.x + Self.y).bytes
        for form in UInt8.min...UInt8.max where form != 4 {
            #expect(throws: CryptoError.unexpectedForm(form)) {
                try PublicKey(x963Representation: [form] + full)
            }
        }
        for form in UInt8.min...UInt8.max where form != 2 && form != 3 {
            #expect(throws: CryptoError.unexpectedForm(form)) {
                try PublicKey(compressedRepresentation: [form] + full.prefix(32))
            }
        }
    }
}
