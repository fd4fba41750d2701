import Testing

@testable import CollaborationCrypto

@Suite("Modular inversion")
struct ModularInversionTests {
    /// A prime modulus.
    struct Modulus: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let number: Natural

        static let all = [
            Modulus(testDescription: "p", number: ReferenceCurve.p),
            Modulus(testDescription: "n", number: ReferenceCurve.n),
            Modulus(testDescription: "2²⁵⁵ - 19", number: Natural(twoToThe: 255) - 19),
            Modulus(testDescription: "the largest below 2²⁵⁶", number: Natural(twoToThe: 256) - 189),
            Modulus(testDescription: "2⁶¹ - 1", number: Natural(twoToThe: 61) - 1),
            Modulus(testDescription: "2¹²⁷ - 1", number: Natural(twoToThe: 127) - 1),
        ]
    }

    @Test(
        "A modular quotient is below the modulus and its product with the divisor is the dividend",
        arguments: Modulus.all
    )
    func quotient(of modulus: Modulus) {
        let (m, inversion) = (modulus.number, ModularInversion(modulus: UInt256(modulus.number)))
        let dividends: [Natural] = [0, 1, 2, m >> 1, m - 1] + Natural.pseudorandom(2, below: m, seed: 5)
        let divisors = EdgeNumbers.below(m).filter { !$0.isZero }
        #if DEBUG
            let chosen = divisors.every(5) + divisors.prefix(10) + divisors.suffix(10)
        #else
            let chosen = divisors + Natural.pseudorandom(5_000, below: m - 1, seed: 6).map { $0 + 1 }
        #endif
        let counterexamples = chosen.enumerated().counterexamples { index, x in
            let dividend = dividends[index % dividends.count]
            let quotient = Natural(inversion.quotient(of: UInt256(dividend), by: UInt256(x)))
            let inverse = Natural(inversion.quotient(of: UInt256(1, 0, 0, 0), by: UInt256(x)))
            return quotient < m && quotient * x % m == dividend && inverse < m && inverse * x % m == 1
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("A modular quotient by 0 is 0", arguments: Modulus.all)
    func zero(of modulus: Modulus) {
        let inversion = ModularInversion(modulus: UInt256(modulus.number))
        for dividend in [0, 1, modulus.number - 1] {
            #expect(inversion.quotient(of: UInt256(dividend), by: .zero) == .zero)
        }
    }

    @Test(
        "Modular quotients are exact for every pair of numbers below a small modulus",
        arguments: [3, 5, 7, 9, 15, 31] as [UInt64]
    )
    func everySmallPair(modulus m: UInt64) {
        let inversion = ModularInversion(modulus: UInt256(m, 0, 0, 0))
        for x in 1..<m where Natural(x).inverse(modulo: Natural(m)) != nil {
            for factor in 0..<m {
                let quotient = inversion.quotient(of: UInt256(factor, 0, 0, 0), by: UInt256(x, 0, 0, 0))
                #expect(quotient.l1 | quotient.l2 | quotient.l3 == 0)
                #expect(quotient.l0 < m && quotient.l0 * x % m == factor, "\(factor) / \(x) modulo \(m)")
            }
        }
    }

    @Test("Modular inverses agree with Euclid's extended algorithm", arguments: Modulus.all.prefix(2))
    func euclid(_ modulus: Modulus) {
        let m = modulus.number
        let inversion = ModularInversion(modulus: UInt256(m))
        let counterexamples = EdgeNumbers.below(m).every(40).counterexamples { x in
            x.isZero
                || Natural(inversion.quotient(of: UInt256(1, 0, 0, 0), by: UInt256(x)))
                    == x.inverse(modulo: m)
        }
        #expect(counterexamples.isEmpty)
    }
}

@Suite("Modular inversion of edge numbers")
struct ModularInversionEdgeTests {
    @Test(
        "A modular quotient of edge numbers times the divisor is the dividend",
        arguments: [ReferenceCurve.p, ReferenceCurve.n]
    )
    func quotients(modulo number: Natural) {
        let (inversion, modulus) = (ModularInversion(modulus: UInt256(number)), FixedNatural(number))
        EdgeSequence().check { step in
            let (divisor, dividend) = (
                FixedNatural(step.a) % modulus, FixedNatural(step.b) % modulus
            )
            let quotient = FixedNatural(inversion.quotient(of: UInt256(dividend), by: UInt256(divisor)))
            guard !divisor.isZero else { return quotient.isZero }
            return quotient < modulus && quotient * divisor % modulus == dividend
        }
    }
}
