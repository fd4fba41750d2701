/// One step of a chain of additions: `a + b + carry`, with the carry out.
///
/// Carry in and out are 0 or 1, so at most one of the two comparisons is true. Comparisons joined by `|` are the
/// form that the compiler turns into `adc`; a sum of two conditionals becomes branches.
@inline(__always)
func addWithCarry(_ a: UInt64, _ b: UInt64, _ carry: inout UInt64) -> UInt64 {
    let partial = a &+ b
    let sum = partial &+ carry
    carry = (partial < a ? 1 : 0) | (sum < partial ? 1 : 0)
    return sum
}

/// One step of a chain of subtractions: `a - b - borrow`, with the borrow out.
///
/// Borrow in and out are 0 or 1.
@inline(__always)
func subtractWithBorrow(_ a: UInt64, _ b: UInt64, _ borrow: inout UInt64) -> UInt64 {
    let partial = a &- b
    let difference = partial &- borrow
    borrow = (a < b ? 1 : 0) | (partial < borrow ? 1 : 0)
    return difference
}

/// One step of a row of a long multiplication: the low limb of `a * b + addend + carry`, with the high limb as carry.
///
/// The sum is at most (2⁶⁴ - 1)² + 2 (2⁶⁴ - 1) = 2¹²⁸ - 1, so it never wraps.
@inline(__always)
func multiplyAccumulate(_ addend: UInt64, _ a: UInt64, _ b: UInt64, _ carry: inout UInt64) -> UInt64 {
    let sum = UInt128(a) &* UInt128(b) &+ UInt128(addend) &+ UInt128(carry)
    carry = UInt64(truncatingIfNeeded: sum &>> 64)
    return UInt64(truncatingIfNeeded: sum)
}
