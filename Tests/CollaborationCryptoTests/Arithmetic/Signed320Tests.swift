import Testing

@testable import CollaborationCrypto

@Suite("Signed integers of 320 bits")
struct Signed320Tests {
    /// Signed integers of edge limbs, and two factors below 2⁶³.
    private struct Operands {
        let x: Signed320
        let y: Signed320
        let a: UInt64
        let b: UInt64

        init(_ step: EdgeStep) {
            x = Self.signed(step.a, step.c.l0)
            y = Self.signed(step.b, step.c.l1)
            (a, b) = (step.d.l0 >> 1, step.d.l1 >> 1)
        }

        private static func signed(_ low: UInt256, _ fifth: UInt64) -> Signed320 {
            var number = Signed320(low)
            number.l4 = Int64(bitPattern: fifth)
            return number
        }
    }

    /// A product modulo 2³²⁰, as a number below 2³²¹.
    private static func product(_ a: UInt64, _ x: Signed320) -> FixedNatural {
        let top = FixedNatural(UInt256(a &* UInt64(bitPattern: x.l4), 0, 0, 0)).timesTwoTo256
        return FixedNatural(UInt256(a, 0, 0, 0)) * FixedNatural(x.low) + top
    }

    private static func areCongruent(_ a: FixedNatural, _ b: FixedNatural) -> Bool {
        a.low == b.low && UInt256(a.high).l0 == UInt256(b.high).l0
    }

    @Test("A difference of products of signed integers of edge limbs agrees with the reference modulo 2³²⁰")
    func difference() {
        EdgeSequence().check { step in
            let operands = Operands(step)
            let (x, y, a, b) = (operands.x, operands.y, operands.a, operands.b)
            let difference = Signed320.difference(a, x, minus: b, y)
            return Self.areCongruent(
                Self.product(1, difference) + Self.product(b, y),
                Self.product(a, x)
            )
        }
    }

    @Test("A signed integer and its negative sum to 0 modulo 2³²⁰")
    func negation() {
        EdgeSequence().check { step in
            let x = Operands(step).x
            let (same, negative) = (x.negated(bySign: 0), x.negated(bySign: -1))
            return same.low == x.low && same.l4 == x.l4
                && Self.areCongruent(Self.product(1, x) + Self.product(1, negative), .zero)
                && (x.sign == -1) == (x.l4 < 0) && (x.sign == 0) == (x.l4 >= 0)
        }
    }

    @Test("Shifting a signed integer by limbs multiplies it by a power of 2⁶⁴ modulo 2³²⁰", arguments: 0..<4)
    func shift(by count: Int) {
        let (modulus, power) = (Natural(twoToThe: 320), Natural(twoToThe: 64 * count))
        let counterexamples = EdgeNumbers.ofEdgeLimbs.every(11).counterexamples { number in
            let shifted = Signed320(UInt256(number)).shifted(byLimbs: count)
            return (Natural(shifted.low) + Natural(UInt64(bitPattern: shifted.l4)) << 256)
                == number * power % modulus
        }
        #expect(counterexamples.isEmpty)
    }
}
