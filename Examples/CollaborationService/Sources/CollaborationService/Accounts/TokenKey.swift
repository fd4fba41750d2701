import Foundation
import JWTKit

/// A key that tokens of accounts are verified with, which has one algorithm.
struct TokenKey: Sendable {
    /// The name (`kid`) that a token has to give if it gives one; nil if it may give any.
    let identifier: String?
    let algorithm: any JWTAlgorithm

    /// Takes the algorithm from a collection with one key, since JWTKit gives it out in no other way.
    private init(_ identifier: String? = nil, adding key: (JWTKeyCollection) async throws -> Void) async throws {
        let keys = JWTKeyCollection()
        try await key(keys)
        (self.identifier, algorithm) = (identifier, try await keys.getKey())
    }

    /// Makes a key from a secret of at least 32 bytes that whoever issues the tokens shares with this server (HS256).
    init(secret: [UInt8]) async throws {
        try await self.init { await $0.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256) }
    }

    /// Makes a key from a public one in PEM (RFC 7468): P-256 for ES256, Ed25519 for EdDSA, RSA for RS256.
    private init(pem: String) async throws {
        try await self.init { keys in
            if let key = try? ES256PublicKey(pem: pem) {
                await keys.add(ecdsa: key)
            } else if let key = try? EdDSA.PublicKey(pem: pem) {
                await keys.add(eddsa: key)
            } else {
                await keys.add(rsa: try Insecure.RSA.PublicKey(pem: pem), digestAlgorithm: .sha256)
            }
        }
    }

    /// Makes a key from a public one of a JWKS, with the algorithm that it names, or else that of its type.
    private init(_ key: JWK) async throws {
        let name = key.keyIdentifier
        var key = key
        let ofType: [String: JWK.Algorithm] = ["RSA": .rs256, "EC": .es256, "OKP": .eddsa]
        key.algorithm = key.algorithm ?? ofType[key.keyType.rawValue]
        guard [.rs256, .ps256, .es256, .eddsa].contains(key.algorithm), key.privateExponent == nil else {
            throw JWTError.invalidJWK(reason: "not for tokens of accounts")
        }
        key.keyIdentifier = name ?? JWKIdentifier(string: "")
        try await self.init(name?.string) { [key] in try await $0.add(jwk: key) }
    }

    /// Returns the keys of a JWKS (RFC 7517) that are good for tokens of accounts, or those in PEM, all of which must be; or none.
    static func publicKeys(in file: Data) async -> [TokenKey] {
        var keys: [TokenKey] = []
        if let set = try? JSONDecoder().decode(KeySet.self, from: file) {
            for key in set.keys.compactMap(\.key) { if let key = try? await TokenKey(key) { keys.append(key) } }
        } else {
            for text in String(decoding: file, as: UTF8.self).components(separatedBy: "-----BEGIN ").dropFirst() {
                guard let key = try? await TokenKey(pem: "-----BEGIN " + text) else { return [] }
                keys.append(key)
            }
        }
        return keys
    }
}

/// A JWKS, in which keys that JWTKit does not know are left out and do not spoil the others.
private struct KeySet: Decodable {
    struct Entry: Decodable {
        private enum CodingKeys: CodingKey { case use }

        /// The key, unless it is one to encrypt with.
        let key: JWK?

        init(from decoder: any Decoder) throws {
            let use = try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .use)
            key = use ?? "sig" == "sig" ? try? JWK(from: decoder) : nil
        }
    }

    let keys: [Entry]
}
