import BigInt
import CollaborationTesting
import Crypto

/// Makes signatures of each kind, the same for the same seed.
struct CaseMaker {
    var generator: SeededGenerator

    private static let order = Curve.order

    /// 1 to 16 and their negatives modulo n.
    private static let small: [BigUInt] = (1...16).flatMap { [BigUInt($0), order - BigUInt($0)] }

    /// Numbers of few and long runs of equal bits, and others near n and 2^128.
    private static let runs: [BigUInt] = {
        let bounds = [0, 1, 2, 7, 8, 31, 32, 63, 64, 65, 96, 127, 128, 129, 160, 191, 192, 193, 224, 254, 255]
        let powers = bounds.map { BigUInt(1) << $0 }
        let runs = powers.indices.flatMap { low in powers[(low + 1)...].map { $0 - powers[low] } }
        let near = (BigUInt(0)...4).flatMap { [order - 1 - $0, (BigUInt(1) << 128) + $0, order / 2 + $0] }
        return powers + runs + runs.map { order - $0 % order } + near
    }()

    // Points at the first eight x coordinates of a kind that have one, which are about half of all.
    private static let smallX = lifted { $0 }
    private static let nearOrderX = lifted { order - $0 }
    private static let aboveOrderX = lifted { order + $0 } + lifted { Curve.prime - $0 }

    private static func lifted(_ x: (BigUInt) -> BigUInt) -> [Point] {
        Array((1...40).compactMap { Point(x: x(BigUInt($0))) }.prefix(8))
    }

    mutating func make(_ kind: Kind) throws -> Case {
        let order = Self.order
        let secret = number(in: 1..<order)
        let factor = number(in: 1..<order)
        switch kind {
        case .anyNonce: return try signed(kind, by: secret, digest: number(in: 0..<BigUInt(1) << 256))
        case .highS:
            var made = try signed(kind, by: secret, digest: number(in: 0..<BigUInt(1) << 256))
            let s = BigUInt(bytes: made.signature.suffix(32))
            made.signature.replaceSubrange(32..., with: max(s, order - s).bytes)
            return made
        case .edgeS:
            let small = number(in: 1..<BigUInt(2) << number(below: 17))
            return try signed(kind, by: secret, s: element(of: [small, order - small]))
        case .edgeR: return try made(kind, from: element(of: Self.smallX + Self.nearOrderX))
        case .xAboveOrder: return try made(kind, from: element(of: Self.aboveOrderX))
        case .beyondPrime: return try made(kind, from: element(of: Self.smallX), offset: Curve.prime - order)
        case .edgeDigest:
            let above = number(in: order..<BigUInt(1) << 256)
            return try signed(kind, by: secret, digest: element(of: [0, order, above]))
        case .generator: return try made(kind, by: element(of: [1, order - 1]), u1: factor, u2: secret)
        case .smallMultiples:
            let key = element(of: [secret, element(of: Self.small)])
            return try made(kind, by: key, u1: element(of: Self.small), u2: element(of: Self.small))
        case .longRuns, .equalHalves, .oppositeHalves:
            let u2 = element(of: Self.runs)
            let same = u2 * secret % order
            let u1 = [.longRuns: element(of: Self.runs), .equalHalves: same][kind] ?? order - same
            // For opposite halves R is infinity, so no r is valid.
            return try made(kind, by: secret, u1: u1, u2: u2, r: kind == .oppositeHalves ? factor : nil)
        case .random:
            let key = try multipleOfGenerator(secret)
            return Case(kind, key: key, digest: number(in: 0..<order), r: factor, s: number(in: 1..<order))
        default: return try changed(kind)
        }
    }

    /// Makes a valid signature and changes one part of it.
    private mutating func changed(_ kind: Kind) throws -> Case {
        let valid = try make(element(of: Kind.valid))
        let (r, s) = (BigUInt(bytes: valid.signature.prefix(32)), BigUInt(bytes: valid.signature.suffix(32)))
        let key = Point(x963: valid.key)
        var changed = Case(kind, key: key, digest: BigUInt(bytes: valid.digest), r: r, s: s)
        switch kind {
        case .digestBit: changed.digest[number(below: 32)] ^= 1 << number(below: 8)
        case .signatureBit: changed.signature[number(below: 64)] ^= 1 << number(below: 8)
        case .rNegated: changed.signature.replaceSubrange(..<32, with: (Self.order - r).bytes)
        case .swapped: changed.signature = s.bytes + r.bytes
        case .otherKey: changed.key = try multipleOfGenerator(element(of: Self.small)).x963
        case .negatedKey: changed.key = key.negated.x963
        default:
            // A congruent number out of range, or one of the bounds.
            let isR = number(below: 2) == 0
            let same = (isR ? r : s) + Self.order
            let bounds = [0, Self.order, Self.order + 1, Curve.prime, (BigUInt(1) << 256) - 1]
            let out = element(of: bounds + (same.bitWidth <= 256 ? Array(repeating: same, count: 5) : []))
            changed.signature.replaceSubrange(isR ? 0..<32 : 32..<64, with: out.bytes)
        }
        return changed
    }

    /// s = (e + r d) / k.
    private mutating func signed(_ kind: Kind, by secret: BigUInt, digest: BigUInt) throws -> Case {
        let k = number(in: 1..<Self.order)
        let r = try multipleOfGenerator(k).x % Self.order
        let s = (digest + r * secret) % Self.order * k.inverted(modulo: Self.order) % Self.order
        return Case(kind, key: try multipleOfGenerator(secret), digest: digest, r: r, s: s)
    }

    /// e = s k - r d.
    private mutating func signed(_ kind: Kind, by secret: BigUInt, s: BigUInt) throws -> Case {
        let k = number(in: 1..<Self.order)
        let r = try multipleOfGenerator(k).x % Self.order
        let digest = (s * k + (Self.order - r) * secret) % Self.order
        return Case(kind, key: try multipleOfGenerator(secret), digest: digest, r: r, s: s)
    }

    /// R = (u1 + u2 d) G, s = r / u2 and e = u1 s.
    private mutating func made(
        _ kind: Kind,
        by secret: BigUInt,
        u1: BigUInt,
        u2: BigUInt,
        r given: BigUInt? = nil
    ) throws -> Case {
        let order = Self.order
        let k = (u1 + u2 * secret) % order
        // Where R is infinity by coincidence, another u1 is as good.
        guard k != 0 || given != nil else { return try made(kind, by: secret, u1: u1 + 1, u2: u2) }
        let r = try given ?? multipleOfGenerator(k).x % order
        let s = r * (u2 % order).inverted(modulo: order) % order
        return Case(kind, key: try multipleOfGenerator(secret), digest: u1 * s % order, r: r, s: s)
    }

    /// Q = 2 (R - u1 G), so that u2 is 1/2, s = 2 r and e = u1 s; the key's private key is not known.
    private mutating func made(_ kind: Kind, from point: Point, offset: BigUInt = 0) throws -> Case {
        let u1 = number(in: 1..<Self.order)
        let half = try point + multipleOfGenerator(u1).negated
        let r = (point.x + offset) % Self.order
        let s = 2 * r % Self.order
        return Case(kind, key: half + half, digest: u1 * s % Self.order, r: r, s: s)
    }

    /// A multiple of the generator by swift-crypto, which is faster.
    private func multipleOfGenerator(_ scalar: BigUInt) throws -> Point {
        let pair = try Crypto.P256.Signing.PrivateKey(rawRepresentation: scalar.bytes)
        return Point(x963: Array(pair.publicKey.x963Representation))
    }

    private mutating func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

    private mutating func element<Element>(of elements: [Element]) -> Element {
        elements[number(below: elements.count)]
    }

    /// A number in a range, nearly uniformly distributed.
    private mutating func number(in range: Range<BigUInt>) -> BigUInt {
        let words = (0..<6).reduce(BigUInt(0)) { number, _ in number << 64 | BigUInt(generator.next()) }
        return range.lowerBound + words % (range.upperBound - range.lowerBound)
    }
}
