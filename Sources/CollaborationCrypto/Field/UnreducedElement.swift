/// An element before its reduction: the number low + 2²⁵⁶ · high, in Montgomery's form.
///
/// Sums and differences of products are reduced once at their end, not after each step. The points need
/// `high` from -3 to 1.
struct UnreducedElement {
    let low: UInt256
    let high: Int64

    #if !arch(wasm32)
        @inline(__always)
    #endif
    static func - (a: UnreducedElement, b: FieldElement) -> UnreducedElement {
        let (difference, borrow) = a.low.subtractingReportingBorrow(b.montgomery)
        return UnreducedElement(low: difference, high: a.high &- Int64(bitPattern: borrow))
    }

    /// The number reduced to below 2²⁵⁶.
    ///
    /// It is folded a second time only if the first sum is negative or 2²⁵⁶ or more. For that `low` must be
    /// within 2²²⁶ of 0 or 2²⁵⁶, which a random number is once in 2²⁹. After the second folding `high` is 0.
    #if !arch(wasm32)
        @inline(__always)
    #endif
    var reduced: FieldElement {
        let sum = folded
        guard sum.high == 0 else { return FieldElement(montgomery: sum.folded.low) }
        return FieldElement(montgomery: sum.low)
    }

    /// The number with 2²⁵⁶ replaced by 2²⁵⁶ - p, to which it is congruent.
    ///
    /// 2²⁵⁶ - p is 1 - 2⁹⁶ - 2¹⁹² + 2²²⁴, so its multiple by `high` takes shifts and subtractions. `isNegative`
    /// and `isPositive` are -1 if `high` is so, and otherwise 0. They are the borrows between the limbs.
    #if !arch(wasm32)
        @inline(__always)
    #endif
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
