import CollaborationTestSupport

/// Edge cases of arithmetic on limbs: numbers below 2²⁵⁶.
enum EdgeNumbers {
    static let limit = Natural(twoToThe: 256)

    static let limbs: [UInt64] = [0, 1, 0xffff_ffff, 0x1_0000_0000, 1 << 63, .max]

    /// Every number whose four limbs are in ``limbs``.
    static let ofEdgeLimbs = numbers(ofLimbs: Array(repeating: limbs, count: 4))

    /// Every number each limb of which differs from that limb of p or 2²⁵⁶ - p by at most one.
    static let ofModulusLimbs = numbers(
        ofLimbs: (0..<4).map { index in
            let around = [ReferenceCurve.p, limit - ReferenceCurve.p].flatMap { number in
                [number.limb64(index) &- 1, number.limb64(index), number.limb64(index) &+ 1]
            }
            return Set(around).sorted()
        }
    )

    /// The numbers next to the bounds of intervals that the code distinguishes, for both moduli.
    static let boundaries: [Natural] = {
        let (p, n) = (ReferenceCurve.p, ReferenceCurve.n)
        let ends: [Natural] = [
            1, 3, p, limit - p, n, limit - n, p - n, p >> 1, n >> 1, limit >> 1, Natural(twoToThe: 224),
            limit - 1,
        ]
        let about: [Natural] = ends.flatMap { end in [end - 1, end, end + 1] }.filter { $0 < limit }
        return Set(about).sorted()
    }()

    static let all = Set(ofEdgeLimbs + ofModulusLimbs + boundaries).sorted()

    /// The numbers for a test that takes all of them in a release build only: the boundaries in debug.
    static let forSlowTests = BuildConfiguration.isRelease ? all : boundaries

    private static func numbers(ofLimbs choices: [[UInt64]]) -> [Natural] {
        choices.reversed().reduce([.zero]) { highs, limbs in
            highs.flatMap { high in limbs.map { high << 64 + Natural($0) } }
        }
    }
}

extension Natural {
    /// Reproducible pseudorandom numbers: powers of a seed modulo the largest prime below 2²⁵⁶.
    static func pseudorandom(_ count: Int, below bound: Natural, seed: Natural) -> [Natural] {
        let prime = Natural(twoToThe: 256) - 189
        let factor = (seed + 2).power(Natural(twoToThe: 200) + 235, modulo: prime)
        var number = factor
        return (0..<count).map { _ in
            number = number * factor % prime
            return number % bound
        }
    }
}

extension EdgeNumbers {
    /// Edge cases of inversion: numbers next to 0, to the modulus and to its half, powers of two and their
    /// negatives, small numbers and pseudorandom ones.
    static func below(_ modulus: Natural) -> [Natural] {
        let half = modulus >> 1
        let powers = (0..<256).map { Natural(twoToThe: $0) }.filter { $0 < modulus }
        let ends: [Natural] = [0, 1, half, half + 1, modulus - 1, modulus - 2]
        let numbers = ends + powers + powers.map { modulus - $0 } + (2..<32).map { Natural($0) }
        let runs = EdgeNumbers.ofEdgeLimbs.every(37)
        let pseudorandom = Natural.pseudorandom(100, below: modulus, seed: 4)
        return Set((numbers + runs + pseudorandom).map { $0 % modulus }).sorted()
    }
}
