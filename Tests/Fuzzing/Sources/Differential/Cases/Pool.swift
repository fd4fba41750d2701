import BigInt
import CollaborationTesting

/// Values that are made once, since making them takes longer than verifying a signature.
struct Pool: Sendable {
    let keys: [KnownKey]
    let generatorKey: KnownKey
    let negativeGeneratorKey: KnownKey

    /// 2 G to 16 G and their negatives.
    let smallKeys: [KnownKey]
    let nonces: [Nonce]

    /// 1 to 16 and their negatives, with their inverses.
    let smallFactors: [Factor]

    /// Numbers of few and long runs of equal bits, and others near n and 2^128.
    let runs: [Factor]

    let smallR: [LiftedPoint]
    let nearOrderR: [LiftedPoint]
    let xAtOrAboveOrder: [LiftedPoint]
    let rBeyondPrime: [LiftedPoint]

    /// A number modulo n and its inverse.
    struct Factor: Sendable {
        let value: BigUInt
        let inverse: BigUInt

        init(_ value: BigUInt) {
            self.value = value % Curve.order
            inverse = self.value.inverted(modulo: Curve.order)
        }
    }

    init(seed: UInt64) throws {
        var generator = SeededGenerator("differential pool", String(seed))
        let order = Curve.order
        keys = try (0..<32).map { _ in try KnownKey(secret: .random(1..<order, using: &generator)) }
        generatorKey = try KnownKey(secret: 1)
        negativeGeneratorKey = try KnownKey(secret: order - 1)
        smallKeys = try (2...16).flatMap { [BigUInt($0), order - BigUInt($0)] }.map(KnownKey.init(secret:))
        nonces = try (0..<256).map { _ in try Nonce(.random(1..<order, using: &generator)) }
        smallFactors = (1...16).flatMap { [BigUInt($0), order - BigUInt($0)] }.map(Factor.init)
        runs = Self.runs.map(Factor.init).filter { $0.value != 0 }

        let last = Curve.prime - 1
        smallR = Self.lifted(using: &generator) { $0 }
        nearOrderR = Self.lifted(using: &generator) { order - $0 }
        let above = Self.lifted(using: &generator) { order + $0 }
        let below = Self.lifted(using: &generator) { last - $0 }
        xAtOrAboveOrder = above + below
        rBeyondPrime = Self.lifted(offset: Curve.prime - order, using: &generator) { $0 }
    }

    /// Points at the first eight x coordinates that have one, which are about half of all.
    ///
    /// - Parameters:
    ///   - offset: What is added to the coordinate to make r.
    ///   - generator: What the keys follow from.
    ///   - x: The coordinate that is tried for 1, 2, 3 and so on.
    /// - Returns: The points, each with a key.
    private static func lifted(
        offset: BigUInt = 0,
        using generator: inout SeededGenerator,
        x: (BigUInt) -> BigUInt
    ) -> [LiftedPoint] {
        var lifted: [LiftedPoint] = []
        var number: BigUInt = 1
        while lifted.count < 8 {
            let x = x(number)
            number += 1
            guard let point = Point(x: x),
                let found = LiftedPoint(point, r: (x + offset) % Curve.order, using: &generator)
            else { continue }
            lifted.append(found)
        }
        return lifted
    }

    private static var runs: [BigUInt] {
        let bounds = [
            0, 1, 2, 7, 8, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 160, 191, 192, 193, 224, 254, 255,
        ]
        let powers = bounds.map { BigUInt(1) << $0 }
        let runs = powers.indices.flatMap { low in powers[(low + 1)...].map { $0 - powers[low] } }
        let near = (BigUInt(0)...4).flatMap { number in
            [Curve.order - 1 - number, (BigUInt(1) << 128) + number, Curve.order / 2 + number]
        }
        let negatives = runs.map { $0.negated(modulo: Curve.order) }
        return powers + runs + negatives + near
    }
}
