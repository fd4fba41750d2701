import BigInt
import CollaborationCrypto
import Crypto

/// A key in the forms that both libraries take.
struct KnownKey: Sendable {
    let x963: [UInt8]
    let theirs: Crypto.P256.Signing.PublicKey

    /// The private key, or zero if it is not known.
    let secret: BigUInt
    let pair: Crypto.P256.Signing.PrivateKey?

    /// Makes the public key with swift-crypto.
    init(secret: BigUInt) throws {
        self.secret = secret
        let pair = try Crypto.P256.Signing.PrivateKey(rawRepresentation: secret.bytes)
        self.pair = pair
        theirs = pair.publicKey
        x963 = Array(theirs.x963Representation)
    }

    /// Makes a key from a point whose private key is not known.
    init(point: Point) throws {
        secret = 0
        pair = nil
        x963 = point.x963
        theirs = try Crypto.P256.Signing.PublicKey(x963Representation: x963)
    }
}

/// An encoding of a public key.
enum KeyEncoding: String, CaseIterable {
    case x963 = "x9.63"
    case compressed
    case raw
    case der = "DER"
}

extension KnownKey {
    /// The bytes of a SubjectPublicKeyInfo before the key in x9.63 form (RFC 5480, 2).
    private static let derHead: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
        0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ]

    /// The key as this package reads it from an encoding.
    func parsed(from encoding: KeyEncoding) throws -> CollaborationCrypto.P256.Signing.PublicKey {
        switch encoding {
        case .x963: try .init(x963Representation: x963)
        case .compressed: try .init(compressedRepresentation: [0x02 | x963[64] & 1] + x963[1..<33])
        case .raw: try .init(rawRepresentation: x963.dropFirst())
        case .der: try .init(derRepresentation: Self.derHead + x963)
        }
    }
}

/// A number k and the x coordinate of k G modulo n.
struct Nonce: Sendable {
    let k: BigUInt
    let inverse: BigUInt
    let r: BigUInt
    let point: Point

    init(_ k: BigUInt) throws {
        self.k = k
        inverse = k.inverted(modulo: Curve.order)
        point = try Point(multiplyingGeneratorBy: k)
        r = point.x % Curve.order
    }
}

extension Point {
    /// A multiple of the generator, by swift-crypto, which is faster.
    init(multiplyingGeneratorBy scalar: BigUInt) throws {
        let pair = try Crypto.P256.Signing.PrivateKey(rawRepresentation: scalar.bytes)
        self.init(x963: Array(pair.publicKey.x963Representation))
    }
}
