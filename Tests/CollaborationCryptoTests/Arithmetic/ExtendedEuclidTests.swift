import CollaborationTestSupport
import Testing

@testable import CollaborationCrypto

@Suite("Rounds of Lehmer's algorithm")
struct ExtendedEuclidTests {
    /// Numbers that take every path: short ones, those next to the modulus, and pseudorandom ones.
    private static func numbers(below m: Natural) -> [Natural] {
        let powers = (0..<256).map { Natural(twoToThe: $0) }
        let short: [Natural] = [
            1, 2, 3, m >> 31, m >> 32, m >> 33, m >> 63, m >> 64, m >> 65, m >> 100, m >> 200,
        ]
        let limbs = [UInt64.max, 1 << 63, 0xffff_ffff, 1 << 32].map { Natural($0) }
        // 2²³⁵ is one of the few numbers for which a round exchanges the remainders.
        let special = [Natural(twoToThe: 235), Natural(twoToThe: 255)]
        let long = special + [m - 1, m - 2, m >> 1, m - m >> 32, m - m >> 64]
        let pseudorandom = Natural.pseudorandom(
            BuildConfiguration.isRelease ? 2_000 : 20,
            below: m - 1,
            seed: 9
        )
        return short + limbs + long + pseudorandom.map { $0 + 1 }
            + powers.everyInDebug(30)
    }

    @Test(
        "Each round of an inversion keeps the congruences, the order and the bounds of both remainders",
        arguments: [ReferenceCurve.p, ReferenceCurve.n]
    )
    func rounds(modulo m: Natural) {
        for x in Self.numbers(below: m) {
            let violations = TracedInversion(of: x, modulo: m).violations
            #expect(violations.isEmpty, "\(x)")
        }
    }

    @Test(
        "The numbers of these tests take every path of an inversion",
        arguments: [ReferenceCurve.p, ReferenceCurve.n]
    )
    func paths(modulo m: Natural) {
        var counts: [TracedInversion.Path: Int] = [:]
        for x in Self.numbers(below: m) {
            counts.merge(TracedInversion(of: x, modulo: m).paths, uniquingKeysWith: +)
        }
        for path in TracedInversion.Path.all {
            #expect(counts[path, default: 0] > 0, "\(path)")
        }
    }

    @Test(
        "An inversion of a number of any length ends within 40 rounds",
        arguments: [ReferenceCurve.p, ReferenceCurve.n]
    )
    func roundCount(modulo m: Natural) {
        for x in Self.numbers(below: m) {
            #expect(TracedInversion(of: x, modulo: m).roundCount <= 40, "\(x)")
        }
    }
}

@Suite("Factors of Euclid's algorithm")
struct LehmerMatrixTests {
    @Test("The factors of Euclid's algorithm on two limbs give its last two remainders")
    func remainders() {
        let limbs = EdgeLimbs.all.map { $0 >> 1 }.filter { $0 > 0 }
        for (f, g) in limbs.paired(with: limbs) {
            for limit in [1, 1 << 32] as [UInt64] {
                let factors = LehmerMatrix(f, g, limit: limit)
                var (previous, last, isNegative) = (f, g, false)
                while last >= limit {
                    (previous, last, isNegative) = (last, previous % last, !isNegative)
                }
                let first = (Natural(factors.s1) * Natural(f), Natural(factors.t1) * Natural(g))
                let second = (Natural(factors.s2) * Natural(f), Natural(factors.t2) * Natural(g))
                #expect(
                    isNegative
                        ? first.1 - first.0 == Natural(previous) : first.0 - first.1 == Natural(previous)
                )
                #expect(
                    isNegative ? second.0 - second.1 == Natural(last) : second.1 - second.0 == Natural(last)
                )
            }
        }
    }
}
