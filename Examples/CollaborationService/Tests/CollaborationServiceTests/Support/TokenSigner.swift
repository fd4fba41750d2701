import CryptoExtras
import Foundation
import JWTKit

@testable import CollaborationService

/// Whoever issues tokens: signs them with a private key, and publishes the public one.
struct TokenSigner: Sendable {
    private static let rsa = Result {
        try Insecure.RSA.PrivateKey(backing: _RSA.Signing.PrivateKey(keySize: .bits2048))
    }
    static let algorithms = ["RS256", "PS256", "ES256", "EdDSA"]

    private let signing: any JWTAlgorithm

    /// The public key as a member of a JWKS, with its name and its algorithm.
    let key: [String: String]

    /// The public key in PEM.
    let pem: String

    init(_ algorithm: String, named name: String = "1") async throws {
        let keys = JWTKeyCollection()
        var key: [String: String]
        switch algorithm {
        case "RS256", "PS256":
            let rsa = try Self.rsa.get()
            if algorithm == "RS256" {
                await keys.add(rsa: rsa, digestAlgorithm: .sha256)
            } else {
                await keys.add(pss: rsa, digestAlgorithm: .sha256)
            }
            let (modulus, exponent) = try rsa.publicKey.getKeyPrimitives()
            key = ["kty": "RSA", "n": modulus.base64URLEncoded, "e": exponent.base64URLEncoded]
            pem = rsa.publicKey.pemRepresentation
        case "ES256":
            let ecdsa = ES256PrivateKey()
            await keys.add(ecdsa: ecdsa)
            let coordinates = [ecdsa.parameters?.x, ecdsa.parameters?.y].map {
                (Data(base64Encoded: $0 ?? "") ?? Data()).base64URLEncoded
            }
            key = ["kty": "EC", "crv": "P-256", "x": coordinates[0], "y": coordinates[1]]
            pem = ecdsa.publicKey.pemRepresentation
        default:
            let eddsa = try EdDSA.PrivateKey()
            await keys.add(eddsa: eddsa)
            key = ["kty": "OKP", "crv": "Ed25519", "x": eddsa.publicKey.rawRepresentation.base64URLEncoded]
            pem = eddsa.publicKey.pemRepresentation
        }
        (key["kid"], key["alg"]) = (name, algorithm)
        (self.key, signing) = (key, try await keys.getKey())
    }

    /// A token with these claims, whose header names the key and the algorithm, or others.
    func token(_ claims: String, header: [String: String] = [:]) throws -> String {
        let named = ["alg": key["alg"], "kid": key["kid"]].compactMapValues(\.self).merging(header) { $1 }
        let text = try [JSONEncoder().encode(named), Data(claims.utf8)].map(\.base64URLEncoded).joined(separator: ".")
        return try text + "." + Data(signing.sign(Data(text.utf8))).base64URLEncoded
    }

    /// A JWKS with keys.
    static func keySet(_ keys: [[String: String]]) throws -> Data { try JSONEncoder().encode(["keys": keys]) }
}
