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

    @Test("A negative difference of 512-bit integers is raised by the least sufficient multiple of 2²⁵⁶ · p")
    func differences() {
        let modulus = FixedNatural.p.timesTwoTo256
        var (firstCorrections, secondCorrections) = (0, 0)
        EdgeSequence().check { step in
            let (a, b) = (UInt512(low: step.c, high: step.a), UInt512(low: step.d, high: step.b))
            let (minuend, subtrahend) = (FixedNatural(a), FixedNatural(b))
            let difference = FixedNatural(a.subtracting(b))
            guard subtrahend > minuend else { return difference == minuend - subtrahend }
            let missing = subtrahend - minuend
            guard missing > modulus else {
                firstCorrections += 1
                return difference == modulus - missing
            }
            secondCorrections += 1
            return difference == modulus - (missing - modulus)
        }
        #expect(firstCorrections > 0)
        #expect(secondCorrections > 0)
    }
}
