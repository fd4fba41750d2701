import Testing

@testable import CollaborationCrypto

@Suite("A step of a chain of limbs")
struct CarryArithmeticTests {
    let limbs = EdgeNumbers.limbs + [2, .max - 1, 0xffff_ffff_0000_0001, 0xffff_ffff_0000_0000, 1 << 63 - 1]
    let carries: [UInt64] = [0, 1]

    @Test("adds two limbs and a carry, and says what is left over")
    func addition() {
        let exceptions = limbs.paired(with: limbs).paired(with: carries).exceptions { terms, carryIn in
            var carry = carryIn
            let sum = addWithCarry(terms.0, terms.1, &carry)
            return carry <= 1
                && Natural(sum) + Natural(carry) << 64 == Natural(terms.0) + Natural(terms.1)
                    + Natural(carryIn)
        }
        #expect(exceptions.isEmpty)
    }

    @Test("subtracts a limb and a borrow, and says what is missing")
    func subtraction() {
        let exceptions = limbs.paired(with: limbs).paired(with: carries).exceptions { terms, borrowIn in
            var borrow = borrowIn
            let difference = subtractWithBorrow(terms.0, terms.1, &borrow)
            return borrow <= 1
                && Natural(difference) + Natural(terms.1) + Natural(borrowIn)
                    == Natural(terms.0) + Natural(borrow) << 64
        }
        #expect(exceptions.isEmpty)
    }

    @Test("adds a product, a limb and a carry without losing anything")
    func multiplication() {
        let addends = limbs.paired(with: limbs).map { $0 }
        let exceptions = limbs.paired(with: limbs).paired(with: addends).exceptions { factors, addends in
            var carry = addends.1
            let low = multiplyAccumulate(addends.0, factors.0, factors.1, &carry)
            let product = Natural(factors.0) * Natural(factors.1)
            return Natural(low) + Natural(carry) << 64 == product + Natural(addends.0) + Natural(addends.1)
        }
        #expect(exceptions.isEmpty)
    }
}
