import CollaborationCrypto
import CollaborationTesting
import Foundation

extension SigningKey {
    /// Makes the key of a name.
    init(named name: String) {
        var generator = SeededGenerator(name)
        self.init(using: &generator)
    }
}

extension P256.Signing.PublicKey {
    init(_ key: SigningKey) throws { try self.init(x963Representation: key.publicKey) }

    /// The key in PEM (RFC 7468, section 13), as OpenSSL writes it but for the last line break.
    var pem: String {
        let options: Data.Base64EncodingOptions = [.lineLength64Characters, .endLineWithLineFeed]
        let text = Data(derRepresentation).base64EncodedString(options: options)
        return "-----BEGIN PUBLIC KEY-----\n\(text)\n-----END PUBLIC KEY-----"
    }
}
