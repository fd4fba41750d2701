import Crypto

/// A message with a signature and its public key, as bytes.
struct SignedMessage: Codable, Sendable {
    /// The key in x9.63 form, 65 bytes.
    var key: [UInt8]

    /// The signature in DER.
    var signature: [UInt8]

    var message: [UInt8]

    /// Signs random bytes with a new key.
    init(byteCount: Int) throws {
        let privateKey = Crypto.P256.Signing.PrivateKey()
        message = randomBytes(byteCount)
        key = Array(privateKey.publicKey.x963Representation)
        signature = Array(try privateKey.signature(for: message).derRepresentation)
    }

    /// Makes signed messages of one length, each with a new key.
    static func several(byteCount: Int = 32) throws -> [SignedMessage] {
        try (0..<inputCount(byteCount: byteCount)).map { _ in try SignedMessage(byteCount: byteCount) }
    }

    /// Copies with one bit of the message, the key or the signature changed: none of them is valid.
    var damaged: [SignedMessage] {
        [\SignedMessage.message, \.key, \.signature].map { part in
            var copy = self
            copy[keyPath: part][self[keyPath: part].count - 1] ^= 1
            return copy
        }
    }
}

func randomBytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in .random(in: 0...255) } }

/// The number of inputs of a length: enough that branches are not predicted, and few enough for a short round.
func inputCount(byteCount: Int) -> Int {
    max(2, min(128, (1 << 18) / max(1, byteCount)))
}
