/// Numbers below 2²⁵⁶ at which arithmetic on limbs goes wrong, if it does.
enum EdgeNumbers {
    static let limit = Natural(twoToThe: 256)

    static let limbs: [UInt64] = [0, 1, 0xffff_ffff, 0x1_0000_0000, 1 << 63, .max]

    /// Every number whose four limbs are of ``limbs``.
    static let ofEdgeLimbs = numbers(ofLimbs: Array(repeating: limbs, count: 4))

    /// Every number whose limbs are those of p or 2²⁵⁶ - p at their place, or one more or less.
    static let ofModulusLimbs = numbers(
        ofLimbs: (0..<4).map { index in
            let around = [ReferenceCurve.p, limit - ReferenceCurve.p].flatMap { number in
                [number.limb64(index) &- 1, number.limb64(index), number.limb64(index) &+ 1]
            }
            return Set(around).sorted()
        }
    )

    /// The numbers about the ends of the intervals that the code tells apart, for both moduli.
    static let boundaries: [Natural] = {
        let (p, n) = (ReferenceCurve.p, ReferenceCurve.n)
        let ends: [Natural] = [
            1, 3, p, limit - p, n, limit - n, p - n, p >> 1, n >> 1, limit >> 1, Natural(twoToThe: 224),
            limit - 1,
        ]
        let about: [Natural] = ends.flatMap { end in [end - 1, end, end + 1] }.filter { $0 < limit }
        return Set(about).sorted()
    }()

    /// All of these.
    static let all = Set(ofEdgeLimbs + ofModulusLimbs + boundaries).sorted()

    private static func numbers(ofLimbs choices: [[UInt64]]) -> [Natural] {
        choices.reversed().reduce([.zero]) { highs, limbs in
            highs.flatMap { high in limbs.map { high << 64 + Natural($0) } }
        }
    }
}

extension Natural {
    /// Numbers without a pattern, the same on every run: powers of the seed modulo the largest prime below
    /// 2²⁵⁶.
    static func drawn(_ count: Int, below bound: Natural, seed: Natural) -> [Natural] {
        let prime = Natural(twoToThe: 256) - 189
        let factor = (seed + 2).power(Natural(twoToThe: 200) + 235, modulo: prime)
        var number = factor
        return (0..<count).map { _ in
            number = number * factor % prime
            return number % bound
        }
    }
}
