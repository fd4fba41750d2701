extension FieldElement {
    static func * (a: FieldElement, b: FieldElement) -> FieldElement {
        UInt512(product: a.montgomery, b.montgomery).montgomeryReduced
    }

    var squared: FieldElement {
        UInt512(square: montgomery).montgomeryReduced
    }

    /// This element squared `count` times: self to the power 2^count.
    func squared(times count: Int) -> FieldElement {
        var result = self
        for _ in 0..<count {
            result = result.squared
        }
        return result
    }
}

extension UInt512 {
    /// This number divided by 2²⁵⁶ modulo p: a product of two numbers in Montgomery's form is in that form again.
    ///
    /// Montgomery's reduction, one limb at a time: a multiple of p is added that clears the lowest limb. Because
    /// p = -1 mod 2⁶⁴, the multiple is the limb m itself, and m · p + m = m · (2²⁵⁶ - 2²²⁴ + 2¹⁹² + 2⁹⁶) is two shifts
    /// and one product.
    ///
    /// Input: any number below 2⁵¹². What is added is below 2²⁵⁶ · p, so the quotient is below 2²⁵⁶ + p, its carry at
    /// most 1, and with p subtracted if there is a carry it is below 2²⁵⁶.
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

    /// Adds m · p to a number whose lowest limb is m, and gives what comes out on top of a window of four limbs.
    @inline(__always)
    private static func clear(
        _ m: UInt64,
        _ t1: inout UInt64,
        _ t2: inout UInt64,
        _ t3: inout UInt64
    ) -> UInt64 {
        let top = m.multipliedFullWidth(by: FieldElement.modulus.l3)
        var carry: UInt64 = 0
        t1 = addWithCarry(t1, m &<< 32, &carry)
        t2 = addWithCarry(t2, m &>> 32, &carry)
        t3 = addWithCarry(t3, top.low, &carry)
        return top.high &+ carry
    }
}
