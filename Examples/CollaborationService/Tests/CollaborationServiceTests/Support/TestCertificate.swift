import Foundation
import JWTKit
import X509

/// A certificate for `localhost` with its private key, each in PEM with a line break at its end.
struct TestCertificate {
    let certificate, key: String

    var pem: String { certificate + key }

    init() throws {
        key = ES256PrivateKey().pemRepresentation + "\n"
        let key = try Certificate.PrivateKey(pemEncoded: key)
        let name = try DistinguishedName { CommonName("localhost") }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key.publicKey,
            notValidBefore: Date(timeIntervalSince1970: 0),
            notValidAfter: Date(timeIntervalSince1970: 4_000_000_000),
            issuer: name,
            subject: name,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
            },
            issuerPrivateKey: key
        )
        self.certificate = try certificate.serializeAsPEM().pemString + "\n"
    }
}
