import Testing

@testable import CollaborationCrypto

@Suite("Limbs")
struct LimbTests {
    let limbs = EdgeNumbers.limbs + [2, .max - 1, 0xffff_ffff_0000_0001, 0xffff_ffff_0000_0000, 1 << 63 - 1]
    let carries: [UInt64] = [0, 1]

    @Test("Adding two limbs and a carry gives the low limb of the sum and the carry out")
    func addition() {
        let counterexamples = limbs.paired(with: limbs).paired(with: carries).counterexamples {
            terms,
            carryIn in
            var carry = carryIn
            let sum = addWithCarry(terms.0, terms.1, &carry)
            return carry <= 1
                && Natural(sum) + Natural(carry) << 64 == Natural(terms.0) + Natural(terms.1)
                    + Natural(carryIn)
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("Subtracting a limb and a borrow gives the low limb of the difference and the borrow out")
    func subtraction() {
        let counterexamples = limbs.paired(with: limbs).paired(with: carries).counterexamples {
            terms,
            borrowIn in
            var borrow = borrowIn
            let difference = subtractWithBorrow(terms.0, terms.1, &borrow)
            return borrow <= 1
                && Natural(difference) + Natural(terms.1) + Natural(borrowIn)
                    == Natural(terms.0) + Natural(borrow) << 64
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("The product of two limbs from their halves is the standard library's")
    func productOfHalves() {
        let counterexamples = limbs.paired(with: limbs).counterexamples { a, b in
            fullProductOfHalves(a, b) == a.multipliedFullWidth(by: b)
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("Multiplying two limbs and adding a limb and a carry gives the exact result in two limbs")
    func multiplication() {
        let addends = limbs.paired(with: limbs).map { $0 }
        let counterexamples = limbs.paired(with: limbs).paired(with: addends).counterexamples {
            factors,
            addends in
            var carry = addends.1
            let low = multiplyAccumulate(addends.0, factors.0, factors.1, &carry)
            let product = Natural(factors.0) * Natural(factors.1)
            return Natural(low) + Natural(carry) << 64 == product + Natural(addends.0) + Natural(addends.1)
        }
        #expect(counterexamples.isEmpty)
    }
}
