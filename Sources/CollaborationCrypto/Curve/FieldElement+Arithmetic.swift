// Each operation takes and returns any representations, that is, numbers below 2²⁵⁶.

extension FieldElement {
    /// Adds two elements, and subtracts p until the sum is below 2²⁵⁶.
    ///
    /// The sum is below 2²⁵⁷ < 2²⁵⁶ + 2p, so two subtractions suffice. If there is a carry and the first
    /// subtraction does not borrow, the sum is still 2²⁵⁶ or more, and the second one is needed. For that
    /// both terms must be within 2²²⁴ of 2²⁵⁶, which a random number is once in 2³².
    #if !arch(wasm32)
        @inline(__always)
    #endif
    static func + (a: FieldElement, b: FieldElement) -> FieldElement {
        let (sum, carry) = a.montgomery.addingReportingCarry(b.montgomery)
        let (reduced, borrow) = sum.subtractingReportingBorrow(modulus(times: carry))
        guard borrow == carry else {
            return FieldElement(montgomery: reduced.subtractingReportingBorrow(modulus).difference)
        }
        return FieldElement(montgomery: reduced)
    }

    /// Subtracts two elements, and adds p until the difference is not negative.
    ///
    /// The difference is above -2²⁵⁶ > -2p, so two additions suffice. The second one is needed only for an a
    /// below 2²²⁴ and a b within 2²²⁴ of 2²⁵⁶, which is at least as rare as in a sum.
    #if !arch(wasm32)
        @inline(__always)
    #endif
    static func - (a: FieldElement, b: FieldElement) -> FieldElement {
        let (difference, borrow) = a.montgomery.subtractingReportingBorrow(b.montgomery)
        let (raised, carry) = difference.addingReportingCarry(modulus(times: borrow))
        guard carry == borrow else { return FieldElement(montgomery: raised.addingReportingCarry(modulus).sum) }
        return FieldElement(montgomery: raised)
    }

    @inline(__always)
    static prefix func - (a: FieldElement) -> FieldElement {
        zero - a
    }

    /// Half of this element.
    ///
    /// Adding p, which is odd, makes an odd number even.
    ///
    /// The shifted number is below 2²⁵⁶ + p, so the result is below 2²⁵⁶.
    @inline(__always)
    var halved: FieldElement {
        let (even, carry) = montgomery.addingReportingCarry(Self.modulus(times: montgomery.l0 & 1))
        return FieldElement(
            montgomery: UInt256(
                even.l0 &>> 1 | even.l1 &<< 63,
                even.l1 &>> 1 | even.l2 &<< 63,
                even.l2 &>> 1 | even.l3 &<< 63,
                even.l3 &>> 1 | carry &<< 63
            )
        )
    }

    /// Returns p for a bit of 1 and 0 for a bit of 0, without a branch.
    @inline(__always)
    static func modulus(times bit: UInt64) -> UInt256 {
        let mask = 0 &- bit
        return UInt256(mask, mask &>> 32, 0, mask & 0xffff_ffff_0000_0001)
    }
}

extension FieldElement {
    @inline(never)
    static func * (a: FieldElement, b: FieldElement) -> FieldElement {
        a.multipliedInline(by: b)
    }

    var squared: FieldElement {
        @inline(never)
        get { squaredInline }
    }

    /// Squares this element `count` times, which gives its power 2^count.
    func squared(times count: Int) -> FieldElement {
        var result = self
        for _ in 0..<count {
            result = result.squared
        }
        return result
    }
}

// The same operations inlined, for the doubling and the addition of points, which take nearly all of the time.
extension FieldElement {
    @inline(__always)
    func multipliedInline(by other: FieldElement) -> FieldElement {
        UInt512(product: montgomery, other.montgomery).montgomeryReduced
    }

    @inline(__always)
    var squaredInline: FieldElement {
        UInt512(square: montgomery).montgomeryReduced
    }

    @inline(__always)
    func unreducedProduct(with other: FieldElement) -> UnreducedElement {
        UInt512(product: montgomery, other.montgomery).montgomeryQuotient
    }

    /// Returns a product minus a product of two numbers in Montgomery's form.
    @inline(__always)
    func unreducedProduct(with other: FieldElement, minus product: UInt512) -> UnreducedElement {
        UInt512(product: montgomery, other.montgomery).montgomeryQuotient(minus: product)
    }

    @inline(__always)
    var unreducedSquare: UnreducedElement {
        UInt512(square: montgomery).montgomeryQuotient
    }
}
