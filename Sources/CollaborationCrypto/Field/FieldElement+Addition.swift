// Input of each operation: any representations, that is, numbers below 2²⁵⁶. Output: the same.

extension FieldElement {
    /// The sum: if it passes 2²⁵⁶, p is subtracted until it does not.
    ///
    /// The sum is below 2²⁵⁷ < 2²⁵⁶ + 2p, so twice is enough. The first subtraction borrows the carry, if
    /// there is one, unless the second is needed. That needs both terms within 2²²⁴ of 2²⁵⁶, which chance
    /// brings about once in 2³² or less often.
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

    /// The difference: if it is negative, p is added until it is not.
    ///
    /// The difference is above -2²⁵⁶ > -2p, so twice is enough. The second time needs a below and b within
    /// 2²²⁴ of 2²⁵⁶, which is as rare as in a sum.
    #if !arch(wasm32)
        @inline(__always)
    #endif
    static func - (a: FieldElement, b: FieldElement) -> FieldElement {
        let (difference, borrow) = a.montgomery.subtractingReportingBorrow(b.montgomery)
        let (raised, carry) = difference.addingReportingCarry(modulus(times: borrow))
        guard carry == borrow else {
            return FieldElement(montgomery: raised.addingReportingCarry(modulus).sum)
        }
        return FieldElement(montgomery: raised)
    }

    @inline(__always)
    static prefix func - (a: FieldElement) -> FieldElement {
        zero - a
    }

    /// Twice this element.
    @inline(__always)
    var doubled: FieldElement { self + self }

    /// Half of this element: an odd number is made even by adding p, which is odd.
    ///
    /// The number that is shifted is below 2²⁵⁶ + p, so the result is below 2²⁵⁶.
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

    /// 0 or p, for a factor of 0 or 1, without a branch.
    @inline(__always)
    static func modulus(times bit: UInt64) -> UInt256 {
        let mask = 0 &- bit
        return UInt256(mask, mask &>> 32, 0, mask & 0xffff_ffff_0000_0001)
    }
}
