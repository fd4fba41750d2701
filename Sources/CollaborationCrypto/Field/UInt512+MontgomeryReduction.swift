extension UInt512 {
    /// This number divided by 2²⁵⁶ modulo p: a product of two numbers in Montgomery's form is in that form
    /// again.
    ///
    /// Montgomery's reduction, one limb at a time: a multiple of p is added that clears the lowest limb.
    ///
    /// Input: any number below 2⁵¹². What is added is below 2²⁵⁶ · p, so the quotient is below 2²⁵⁶ + p, its
    /// carry at most 1, and with p subtracted if there is a carry it is below 2²⁵⁶.
    @inline(__always)
    var montgomeryReduced: FieldElement {
        let t0 = low.l0
        var (t1, t2, t3) = (low.l1, low.l2, low.l3)
        var t4 = Self.clear(t0, &t1, &t2, &t3)
        var t5 = Self.clear(t1, &t2, &t3, &t4)
        var t6 = Self.clear(t2, &t3, &t4, &t5)
        let t7 = Self.clear(t3, &t4, &t5, &t6)
        let (sum, carry) = high.addingReportingCarry(UInt256(t4, t5, t6, t7))
        return FieldElement(
            montgomery: sum.subtractingReportingBorrow(FieldElement.modulus(times: carry)).difference
        )
    }

    /// Adds a multiple of p to a number whose lowest limb is m, so that it becomes zero, and gives the limb
    /// on top of the window of four.
    ///
    /// Because p = -1 mod 2⁶⁴ the multiple is m itself. With that limb gone, m · p is m · 2³² at the limb
    /// above it and m · (2⁶⁴ - 2³² + 1) at the third: shifts and subtractions, no multiplication. The latter's
    /// high limb is at most 2⁶⁴ - 2³²: its subtraction leaves no borrow, and it takes the carry.
    @inline(__always)
    private static func clear(
        _ m: UInt64,
        _ t1: inout UInt64,
        _ t2: inout UInt64,
        _ t3: inout UInt64
    ) -> UInt64 {
        let (shiftedLow, shiftedHigh) = (m &<< 32, m &>> 32)
        var borrow: UInt64 = 0
        let low = subtractWithBorrow(m, shiftedLow, &borrow)
        let high = subtractWithBorrow(m, shiftedHigh, &borrow)
        var carry: UInt64 = 0
        t1 = addWithCarry(t1, shiftedLow, &carry)
        t2 = addWithCarry(t2, shiftedHigh, &carry)
        t3 = addWithCarry(t3, low, &carry)
        return high &+ carry
    }

    /// The difference modulo 2²⁵⁶ · p: if it is negative, p is added to its high half until it is not.
    ///
    /// It is above -2⁵¹² > -2 · 2²⁵⁶ · p, so twice is enough. The second time needs a product within 2⁴⁸⁰ of
    /// 2⁵¹² to be taken from a small one, which chance brings about once in 2³² or less often.
    @inline(__always)
    func subtracting(_ other: UInt512) -> UInt512 {
        let (low, lowBorrow) = low.subtractingReportingBorrow(other.low)
        var borrow = lowBorrow
        let high = UInt256(
            subtractWithBorrow(high.l0, other.high.l0, &borrow),
            subtractWithBorrow(high.l1, other.high.l1, &borrow),
            subtractWithBorrow(high.l2, other.high.l2, &borrow),
            subtractWithBorrow(high.l3, other.high.l3, &borrow)
        )
        let (raised, carry) = high.addingReportingCarry(FieldElement.modulus(times: borrow))
        guard carry == borrow else {
            return UInt512(low: low, high: raised.addingReportingCarry(FieldElement.modulus).sum)
        }
        return UInt512(low: low, high: raised)
    }
}
