extension UInt512 {
    /// This number divided by 2²⁵⁶ modulo p, which brings a product of two numbers in Montgomery's form back
    /// into that form.
    ///
    /// The quotient is below 2²⁵⁶ + p, so one subtraction of p, made if there is a carry, brings it below 2²⁵⁶.
    @inline(__always)
    var montgomeryReduced: FieldElement {
        let quotient = montgomeryQuotient
        let multiple = FieldElement.modulus(times: UInt64(bitPattern: quotient.high))
        return FieldElement(montgomery: quotient.low.subtractingReportingBorrow(multiple).difference)
    }

    /// This number divided by 2²⁵⁶ modulo p, not reduced yet.
    ///
    /// Each of the four steps adds the multiple of p that clears the lowest limb. The multiples sum to less
    /// than 2²⁵⁶ · p, and this number is below 2⁵¹². So the quotient is below 2²⁵⁶ + p, and `high` is 0 or 1.
    #if !arch(wasm32)
        @inline(__always)
    #endif
    var montgomeryQuotient: UnreducedElement {
        let t0 = low.l0
        var (t1, t2, t3) = (low.l1, low.l2, low.l3)
        var t4 = Self.clear(t0, &t1, &t2, &t3)
        var t5 = Self.clear(t1, &t2, &t3, &t4)
        var t6 = Self.clear(t2, &t3, &t4, &t5)
        let t7 = Self.clear(t3, &t4, &t5, &t6)
        let (sum, carry) = high.addingReportingCarry(UInt256(t4, t5, t6, t7))
        return UnreducedElement(low: sum, high: Int64(bitPattern: carry))
    }

    /// The difference of this number and another, divided by 2²⁵⁶ modulo p, not reduced yet.
    ///
    /// A borrow out of the difference lowers the quotient by 2²⁵⁶. So `high` is -1, 0 or 1.
    @inline(__always)
    func montgomeryQuotient(minus other: UInt512) -> UnreducedElement {
        let (difference, borrow) = subtractingReportingBorrow(other)
        let quotient = difference.montgomeryQuotient
        return UnreducedElement(low: quotient.low, high: quotient.high &- Int64(bitPattern: borrow))
    }

    /// Adds the multiple of p that clears the lowest limb, m, and returns the fifth limb of the sum.
    ///
    /// Since p = -1 mod 2⁶⁴, the multiple is m · p. Apart from the cleared limb it is m · 2³² at limb 1 plus
    /// m · (2⁶⁴ - 2³² + 1) at limb 3, so shifts and a subtraction replace the multiplication. The high limb of
    /// the second term is at most 2⁶⁴ - 2³², so adding the carry does not overflow.
    @inline(__always)
    private static func clear(_ m: UInt64, _ t1: inout UInt64, _ t2: inout UInt64, _ t3: inout UInt64) -> UInt64 {
        let (shiftedLow, shiftedHigh) = (m &<< 32, m &>> 32)
        // One subtraction of 128 bits: with two of 64 bits, arm64 keeps the borrow in a register. The distance is one of 128
        // bits, since a debug build would convert it by generic code, in which the tests spent a tenth of their time.
        let distance: UInt128 = 64
        let wide = UInt128(truncatingIfNeeded: m)
        let shifted = UInt128(truncatingIfNeeded: shiftedHigh) &<< distance | UInt128(truncatingIfNeeded: shiftedLow)
        let upper = (wide &<< distance | wide) &- shifted
        var carry: UInt64 = 0
        t1 = addWithCarry(t1, shiftedLow, &carry)
        t2 = addWithCarry(t2, shiftedHigh, &carry)
        t3 = addWithCarry(t3, UInt64(truncatingIfNeeded: upper), &carry)
        return UInt64(truncatingIfNeeded: upper &>> distance) &+ carry
    }
}

/// An element before its reduction: the number low + 2²⁵⁶ · high, in Montgomery's form.
///
/// Sums and differences of products are reduced once at their end, not after each step. The points need
/// `high` from -3 to 1.
struct UnreducedElement {
    let low: UInt256
    let high: Int64

    @inline(__always)
    static func - (a: UnreducedElement, b: FieldElement) -> UnreducedElement {
        let (difference, borrow) = a.low.subtractingReportingBorrow(b.montgomery)
        return UnreducedElement(low: difference, high: a.high &- Int64(bitPattern: borrow))
    }

    /// The number reduced to below 2²⁵⁶.
    ///
    /// It is folded a second time only if the first sum is negative or 2²⁵⁶ or more. For that `low` must be
    /// within 2²²⁶ of 0 or 2²⁵⁶, which a random number is once in 2²⁹. After the second folding `high` is 0.
    var reduced: FieldElement {
        let sum = folded
        guard sum.high == 0 else { return FieldElement(montgomery: sum.folded.low) }
        return FieldElement(montgomery: sum.low)
    }

    /// The number with 2²⁵⁶ replaced by 2²⁵⁶ - p, to which it is congruent.
    ///
    /// 2²⁵⁶ - p is 1 - 2⁹⁶ - 2¹⁹² + 2²²⁴, so its multiple by `high` takes shifts and subtractions. `isNegative`
    /// and `isPositive` are -1 if `high` is so, and otherwise 0. They are the borrows between the limbs.
    private var folded: UnreducedElement {
        let isNegative = high &>> 63
        let isPositive = (0 &- high) &>> 63
        let multiple = UInt256(
            UInt64(bitPattern: high),
            UInt64(bitPattern: isNegative &- high &<< 32),
            UInt64(bitPattern: isPositive),
            UInt64(bitPattern: high &<< 32 &- high &+ isPositive)
        )
        let (sum, carry) = low.addingReportingCarry(multiple)
        return UnreducedElement(low: sum, high: isNegative &+ Int64(bitPattern: carry))
    }
}
