import CollaborationCrypto
import CollaborationTestSupport
import Testing

/// A form in which the library reads bytes.
struct Encoding: CustomTestStringConvertible, Sendable {
    let testDescription: String

    let bytes: [UInt8]

    /// Reads bytes, and writes what was read in the same form.
    let read: @Sendable (any Collection<UInt8>) throws -> [UInt8]

    private static let key =
        "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
        + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"

    private init(
        _ name: String,
        _ digits: String,
        _ read: @escaping @Sendable (any Collection<UInt8>) throws -> [UInt8]
    ) {
        (testDescription, self.read) = (name, read)
        bytes = (try? Hexadecimal(digits).bytes) ?? []
    }

    static let ofFixedLength = [
        Encoding("an x9.63 key", "04" + key) { try P256.Signing.PublicKey(x963Representation: $0).x963Representation },
        Encoding("a compressed key", "03" + key.prefix(64)) {
            try P256.Signing.PublicKey(compressedRepresentation: $0).compressedRepresentation
        },
        Encoding("a raw key", key) { try P256.Signing.PublicKey(rawRepresentation: $0).rawRepresentation },
        Encoding("a raw signature", key) { try P256.Signing.ECDSASignature(rawRepresentation: $0).rawRepresentation },
        Encoding("a digest", String(key.prefix(64))) { try SHA256Digest(rawRepresentation: $0).rawRepresentation },
    ]

    static let keyInDER = Encoding("a key in DER", PublicKeyTests.derHeader + "04" + key) {
        try P256.Signing.PublicKey(derRepresentation: $0).derRepresentation
    }

    static let signatureInDER = Encoding("a signature in DER", "30260201010221" + "00ff" + key.prefix(62)) {
        try P256.Signing.ECDSASignature(derRepresentation: $0).derRepresentation
    }

    /// What is hashed has no form.
    static let hashed = [
        Encoding("a message", key) { SHA256.hash(data: $0).rawRepresentation },
        Encoding("a message in a hash", key) {
            var hash = SHA256()
            hash.update(data: $0)
            return hash.finalize().rawRepresentation
        },
        Encoding("a message under a key", key) { HMACSHA256.authenticationCode(for: $0, using: $0).rawRepresentation },
    ]
}
