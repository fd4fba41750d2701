import Testing

@testable import CollaborationCrypto

@Suite("Integers in 62-bit limbs")
struct Signed62Tests {
    @Test("Conversion to 62-bit limbs and back preserves an integer below 2²⁵⁶")
    func roundTrip() {
        let counterexamples = EdgeNumbers.all.counterexamples { number in
            let signed = Signed62(UInt256(number))
            return Natural(signed.magnitude) == number && !signed.isNegative && signed.isZero == number.isZero
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("Addition of integers in 62-bit limbs carries from limb to limb")
    func sum() {
        let numbers = EdgeNumbers.ofEdgeLimbs.every(5)
        let counterexamples = numbers.paired(with: EdgeNumbers.boundaries.every(3)).counterexamples { a, b in
            guard a + b < EdgeNumbers.limit else { return true }
            return Natural((Signed62(UInt256(a)) + Signed62(UInt256(b))).magnitude) == a + b
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("An integer in 62-bit limbs is negative below zero and nonnegative after adding enough")
    func sign() {
        let minusOne = Signed62(
            l0: Int64(Signed62.mask),
            l1: Int64(Signed62.mask),
            l2: Int64(Signed62.mask),
            l3: Int64(Signed62.mask),
            l4: -1
        )
        #expect(minusOne.isNegative)
        #expect((minusOne + Signed62(UInt256(1, 0, 0, 0))).isZero)
        #expect(Natural((minusOne + Signed62(UInt256(ReferenceCurve.p))).magnitude) == ReferenceCurve.p - 1)
    }
}
