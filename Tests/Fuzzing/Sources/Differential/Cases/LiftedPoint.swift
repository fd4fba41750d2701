import BigInt
import CollaborationTesting

/// A point R that was chosen by its x coordinate, with a key under which it belongs to a signature.
///
/// The k of R = k G is not known, so the key is computed to fit: s R = e G + r Q holds for
/// Q = (s R - e G) / r. From one such Q follow others: Q + j G for the digest e - r j.
struct LiftedPoint: Sendable {
    let r: BigUInt
    let s: BigUInt
    private let digest: BigUInt
    private let key: Point

    init?(_ pointR: Point, r: BigUInt, using generator: inout SeededGenerator) {
        let order = Curve.order
        s = BigUInt.random(1..<order, using: &generator)
        digest = BigUInt.random(1..<order, using: &generator)
        let inverse = r.inverted(modulo: order)
        guard let first = s * inverse % order * pointR,
            let second = try? Point(
                multiplyingGeneratorBy: digest.negated(modulo: order) * inverse % order
            ),
            let key = first + second
        else { return nil }
        self.key = key
        self.r = r
    }

    /// The key and the digest for another multiple of the generator.
    func moved(by nonce: Nonce) throws -> (key: KnownKey, digest: BigUInt)? {
        guard let moved = key + nonce.point else { return nil }
        let order = Curve.order
        return (try KnownKey(point: moved), digest.subtracting(r * nonce.k % order, modulo: order))
    }
}

extension BigUInt {
    /// A number in a range, nearly uniformly distributed.
    static func random(_ range: Range<BigUInt>, using generator: inout SeededGenerator) -> BigUInt {
        let words = (0..<6).reduce(BigUInt(0)) { number, _ in number << 64 | BigUInt(generator.next()) }
        return range.lowerBound + words % (range.upperBound - range.lowerBound)
    }
}
