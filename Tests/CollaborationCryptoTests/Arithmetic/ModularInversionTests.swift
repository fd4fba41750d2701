import CollaborationTestSupport
import Testing

@testable import CollaborationCrypto

@Suite("Modular inversion")
struct ModularInversionTests {
    /// A prime modulus of 256 bits.
    struct Modulus: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let number: Natural

        static let all = [
            Modulus(testDescription: "p", number: ReferenceCurve.p),
            Modulus(testDescription: "n", number: ReferenceCurve.n),
            Modulus(testDescription: "the smallest above 2²⁵⁵", number: Natural(twoToThe: 255) + 95),
            Modulus(testDescription: "the largest below 2²⁵⁶", number: Natural(twoToThe: 256) - 189),
        ]
    }

    @Test("A modular inverse is below the modulus and its product with the number is 1", arguments: Modulus.all)
    func inverse(modulo modulus: Modulus) {
        let m = modulus.number
        let count = BuildConfiguration.isRelease ? 5_000 : 50
        let pseudorandom = Natural.pseudorandom(count, below: m - 1, seed: 6).map { $0 + 1 }
        (EdgeNumbers.below(m).filter { !$0.isZero } + pseudorandom).expectAll { x in
            let inverse = Natural(UInt256(x).inverse(modulo: UInt256(m)))
            return inverse < m && inverse * x % m == 1
        }
    }

    @Test(
        "An inversion reduces both numbers by about 31 bits at a time, and so takes eight or nine reductions",
        arguments: Modulus.all
    ) func reductions(modulo modulus: Modulus) {
        Natural.pseudorandom(20, below: modulus.number, seed: 7).expectAll { x in
            var state = ExtendedEuclid(modulus: UInt256(modulus.number), x: UInt256(x))
            var count = 0
            while !state.b.value.isZero {
                state.reduce()
                count += 1
            }
            return 8...9 ~= count
        }
    }

    /// The fifth limbs that a cofactor of at most 2¹⁵ m in absolute value can have, at the edges.
    private static let fifthLimbs: [UInt64] = [0, 1, 2, 3, 0x7ffe, 0x7fff]

    @Test("A cofactor at the edges of its range is reduced to the number below the modulus", arguments: Modulus.all)
    func reduction(modulo modulus: Modulus) {
        let m = modulus.number
        let rests: [Natural] = [0, 1, m - 1, m, m + 1, EdgeNumbers.limit - 1]
        var magnitudes: [Natural] = []
        for limb in Self.fifthLimbs {
            let (multiple, high) = (Natural(limb) * m, Natural(limb) << 256)
            magnitudes += [multiple + 1, multiple + m - 1, multiple + m + 1, multiple + m + m - 1]
            for rest in rests { magnitudes.append(high + rest) }
        }
        magnitudes.expectAll { magnitude in
            let (positive, rest) = (Signed320(magnitude), magnitude % m)
            return Natural(positive.reduced(modulo: UInt256(m))) == rest
                && (rest.isZero || Natural(positive.negated(bySign: -1).reduced(modulo: UInt256(m))) == m - rest)
        }
    }
}

extension Signed320 {
    /// Converts a number below 2³¹⁹.
    fileprivate init(_ number: Natural) {
        self.init(UInt256(number % EdgeNumbers.limit))
        l4 = Int64((number >> 256).limb64(0))
    }
}
