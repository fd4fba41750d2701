import Testing

@testable import CollaborationCrypto

@Suite("Wide integers of edge limbs")
struct WideIntegerEdgeTests {
    @Test("Sums, differences and order of 256-bit integers of edge limbs agree with the reference")
    func sums() {
        let limit = FixedNatural(EdgeNumbers.limit)
        EdgeSequence().check { step in
            let (a, b) = (FixedNatural(step.a), FixedNatural(step.b))
            let (sum, carry) = step.a.addingReportingCarry(step.b)
            let (difference, borrow) = step.a.subtractingReportingBorrow(step.b)
            return carry <= 1 && borrow <= 1
                && FixedNatural(sum) + (carry == 1 ? limit : .zero) == a + b
                && FixedNatural(difference) + b == a + (borrow == 1 ? limit : .zero)
                && (step.a < step.b) == (a < b)
        }
    }

    @Test("Products and squares of 256-bit integers of edge limbs agree with the reference")
    func products() {
        EdgeSequence().check { step in
            let (a, b) = (FixedNatural(step.a), FixedNatural(step.b))
            return FixedNatural(UInt512(product: step.a, step.b)) == a * b
                && FixedNatural(UInt512(square: step.a)) == a * a
        }
    }

    @Test("Montgomery reduction of any 512-bit integer of edge limbs agrees with the reference")
    func reduction() {
        EdgeSequence().check { step in
            let number = UInt512(low: step.b, high: step.a)
            return number.montgomeryReduced.isMontgomeryReduction(of: FixedNatural(number))
        }
    }

    @Test("Differences of 512-bit integers of edge limbs, and their reductions, agree with the reference")
    func differences() {
        let p = FixedNatural.p
        let all = UInt256(.max, .max, .max, .max)
        let greatest = FixedNatural(UInt512(low: all, high: all))
        var borrows = 0
        EdgeSequence().check { step in
            let (a, b) = (UInt512(low: step.c, high: step.a), UInt512(low: step.d, high: step.b))
            let (minuend, subtrahend) = (FixedNatural(a), FixedNatural(b))
            let (difference, borrow) = a.subtractingReportingBorrow(b)
            guard
                a.montgomeryQuotient(minus: b).reduced
                    .isMontgomeryReduction(of: minuend % p + p - subtrahend % p)
            else { return false }
            guard subtrahend > minuend else {
                return borrow == 0 && FixedNatural(difference) == minuend - subtrahend
            }
            borrows += 1
            let one = FixedNatural(UInt256(1, 0, 0, 0))
            return borrow == 1 && FixedNatural(difference) == greatest - (subtrahend - minuend) + one
        }
        #expect(borrows > 0)
    }
}
