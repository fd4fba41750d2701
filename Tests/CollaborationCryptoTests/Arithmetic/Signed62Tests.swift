import Testing

@testable import CollaborationCrypto

@Suite("An integer in limbs of 62 bits")
struct Signed62Tests {
    @Test("holds every integer below 2²⁵⁶")
    func roundTrip() {
        let exceptions = EdgeNumbers.all.exceptions { number in
            let signed = Signed62(UInt256(number))
            return Natural(signed.magnitude) == number && !signed.isNegative && signed.isZero == number.isZero
        }
        #expect(exceptions.isEmpty)
    }

    @Test("adds with carries between its limbs")
    func sum() {
        let numbers = EdgeNumbers.ofEdgeLimbs.every(5)
        let exceptions = numbers.paired(with: EdgeNumbers.boundaries.every(3)).exceptions { a, b in
            guard a + b < EdgeNumbers.limit else { return true }
            return Natural((Signed62(UInt256(a)) + Signed62(UInt256(b))).magnitude) == a + b
        }
        #expect(exceptions.isEmpty)
    }

    @Test("is negative below zero, and comes back above it")
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
