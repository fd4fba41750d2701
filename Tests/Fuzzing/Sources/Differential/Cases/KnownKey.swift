import BigInt
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
