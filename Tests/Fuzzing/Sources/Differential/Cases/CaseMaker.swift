import BigInt
import CollaborationTesting
import Crypto

/// Makes signatures of each kind, the same for the same seed.
struct CaseMaker {
    let pool: Pool
    var generator: SeededGenerator

    mutating func make(_ kind: Kind) throws -> Case {
        var made = try signature(kind)
        made.kind = kind
        return made
    }

    private mutating func signature(_ kind: Kind) throws -> Case {
        let order = Curve.order
        let key = element(of: pool.keys)
        switch kind {
        case .signed: return try signed(by: key)
        case .madeFromNonce: return made(by: key, digest: anyNumber())
        case .highS: return highS(made(by: key, digest: anyNumber()))
        case .smallS: return made(by: key, s: smallNumber())
        case .nearOrderS: return made(by: key, s: order - smallNumber())
        case .smallR: return try made(by: pool.smallR)
        case .nearOrderR: return try made(by: pool.nearOrderR)
        case .xAtOrAboveOrder: return try made(by: pool.xAtOrAboveOrder)
        case .rBeyondPrime: return try made(by: pool.rBeyondPrime)
        case .digestZero: return made(by: key, digest: 0)
        case .digestOrder: return made(by: key, digest: order)
        case .digestAboveOrder:
            return made(by: key, digest: .random(order..<BigUInt(1) << 256, using: &generator))
        case .keyIsGenerator: return made(by: pool.generatorKey, digest: anyNumber())
        case .keyIsNegativeGenerator: return made(by: pool.negativeGeneratorKey, digest: anyNumber())
        case .smallMultiples:
            return try made(by: element(of: pool.smallKeys), u1: element(of: pool.smallFactors).value)
        case .smallFactors: return try made(by: key, u1: element(of: pool.smallFactors).value)
        case .longRuns:
            let u2 = element(of: pool.runs)
            return try made(by: key, u1: element(of: pool.runs).value, u2: u2)
        case .equalHalves:
            let u2 = element(of: pool.runs)
            return try made(by: key, u1: u2.value * key.secret % order, u2: u2)
        case .oppositeHalves:
            let u2 = element(of: pool.runs)
            let u1 = (u2.value * key.secret % order).negated(modulo: order)
            return made(by: key, u1: u1, u2: u2, r: .random(1..<order, using: &generator))
        case .random:
            let r = BigUInt.random(1..<order, using: &generator)
            return Case(kind: kind, key: key, digest: anyNumber(), r: r, s: anyNumber() % (order - 1) + 1)
        default: return try changed(kind)
        }
    }

    mutating func element<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    /// A number of 256 bits.
    private mutating func anyNumber() -> BigUInt { .random(0..<BigUInt(1) << 256, using: &generator) }

    /// A number of one to 17 bits.
    private mutating func smallNumber() -> BigUInt {
        let bits = Int.random(in: 0...16, using: &generator)
        return BigUInt(1) << bits + BigUInt.random(0..<BigUInt(1) << bits, using: &generator)
    }

    private mutating func signed(by key: KnownKey) throws -> Case {
        let digest = anyNumber()
        guard let pair = key.pair else { return made(by: key, digest: digest) }
        let signature = Array(try pair.signature(for: RawDigest(bytes: digest.bytes)).rawRepresentation)
        let r = BigUInt(bytes: signature.prefix(32))
        return Case(
            kind: .signed,
            key: key,
            digest: digest,
            r: r,
            s: BigUInt(bytes: signature.suffix(32))
        )
    }

    /// s = (e + r d) / k.
    private mutating func made(by key: KnownKey, digest: BigUInt) -> Case {
        let nonce = element(of: pool.nonces)
        let s = (digest + nonce.r * key.secret) % Curve.order * nonce.inverse % Curve.order
        return Case(kind: .madeFromNonce, key: key, digest: digest, r: nonce.r, s: s)
    }

    /// e = s k - r d.
    private mutating func made(by key: KnownKey, s: BigUInt) -> Case {
        let order = Curve.order
        let nonce = element(of: pool.nonces)
        let digest = (s * nonce.k % order).subtracting(nonce.r * key.secret % order, modulo: order)
        return Case(kind: .smallS, key: key, digest: digest, r: nonce.r, s: s)
    }

    private mutating func made(by key: KnownKey, u1: BigUInt) throws -> Case {
        try made(by: key, u1: u1, u2: element(of: pool.smallFactors))
    }

    /// R = (u1 + u2 d) G, which is infinity for opposite halves: then r is arbitrary, and no signature is valid.
    private mutating func made(by key: KnownKey, u1: BigUInt, u2: Pool.Factor) throws -> Case {
        let k = (u1 + u2.value * key.secret) % Curve.order
        guard k != 0 else { return try made(by: key, u1: element(of: pool.smallFactors).value) }
        let r = try Point(multiplyingGeneratorBy: k).x % Curve.order
        return made(by: key, u1: u1, u2: u2, r: r)
    }

    /// s = r / u2 and e = u1 s.
    private func made(by key: KnownKey, u1: BigUInt, u2: Pool.Factor, r: BigUInt) -> Case {
        let s = r * u2.inverse % Curve.order
        return Case(kind: .longRuns, key: key, digest: u1 * s % Curve.order, r: r, s: s)
    }

    private mutating func made(by points: [LiftedPoint]) throws -> Case {
        let point = element(of: points)
        guard let (key, digest) = try point.moved(by: element(of: pool.nonces)) else {
            return try made(by: points)
        }
        return Case(kind: .smallR, key: key, digest: digest, r: point.r, s: point.s)
    }

    private func highS(_ made: Case) -> Case {
        var made = made
        if made.s <= Curve.order / 2 { made.s = Curve.order - made.s }
        return made
    }
}
