/// Returns `a + b + carry` modulo 2⁶⁴, and sets `carry` to the carry out.
///
/// Carries are 0 or 1. At most one of the two additions overflows: if the first one does, `partial` is at
/// most 2⁶⁴ - 2. So `|` is the sum of both flags, and the compiler turns it into `adc`.
@inline(__always)
func addWithCarry(_ a: UInt64, _ b: UInt64, _ carry: inout UInt64) -> UInt64 {
    let (partial, overflow1) = a.addingReportingOverflow(b)
    let (sum, overflow2) = partial.addingReportingOverflow(carry)
    carry = bit(overflow1) | bit(overflow2)
    return sum
}

/// Returns `a - b - borrow` modulo 2⁶⁴, and sets `borrow` to the borrow out.
///
/// Borrows are 0 or 1. At most one of the two subtractions overflows: if the first one does, `partial` is at
/// least 1.
@inline(__always)
func subtractWithBorrow(_ a: UInt64, _ b: UInt64, _ borrow: inout UInt64) -> UInt64 {
    let (partial, overflow1) = a.subtractingReportingOverflow(b)
    let (difference, overflow2) = partial.subtractingReportingOverflow(borrow)
    borrow = bit(overflow1) | bit(overflow2)
    return difference
}

/// Returns the low limb of `a * b + addend + carry`, and sets `carry` to the high limb.
///
/// The sum is at most (2⁶⁴ - 1)² + 2 (2⁶⁴ - 1) = 2¹²⁸ - 1, so it never wraps.
@inline(__always)
func multiplyAccumulate(_ addend: UInt64, _ a: UInt64, _ b: UInt64, _ carry: inout UInt64) -> UInt64 {
    let sum = UInt128(a) &* UInt128(b) &+ UInt128(addend) &+ UInt128(carry)
    carry = UInt64(truncatingIfNeeded: sum &>> 64)
    return UInt64(truncatingIfNeeded: sum)
}

/// Returns 1 for true and 0 for false, without a branch.
///
/// With `flag ? 1 : 0` a field multiplication has hundreds of basic blocks before the compiler folds them.
/// The compiler does not inline that many, and the field becomes a third slower.
@inline(__always)
private func bit(_ flag: Bool) -> UInt64 {
    // Safe: a Bool is one byte that is 0 or 1, and every byte is a UInt8.
    UInt64(truncatingIfNeeded: unsafe unsafeBitCast(flag, to: UInt8.self))
}
