/// One step of a chain of additions: `a + b + carry`, with the carry out.
///
/// Carries are 0 or 1. At most one of the two additions overflows: after the first has, `partial` is at most
/// 2⁶⁴ - 2. Their flags are joined by `|`, which the compiler turns into `adc`.
@inline(__always)
func addWithCarry(_ a: UInt64, _ b: UInt64, _ carry: inout UInt64) -> UInt64 {
    let (partial, overflow1) = a.addingReportingOverflow(b)
    let (sum, overflow2) = partial.addingReportingOverflow(carry)
    carry = bit(overflow1) | bit(overflow2)
    return sum
}

/// One step of a chain of subtractions: `a - b - borrow`, with the borrow out.
///
/// Borrows are 0 or 1. At most one of the two subtractions overflows: after the first has, `partial` is at
/// least 1.
@inline(__always)
func subtractWithBorrow(_ a: UInt64, _ b: UInt64, _ borrow: inout UInt64) -> UInt64 {
    let (partial, overflow1) = a.subtractingReportingOverflow(b)
    let (difference, overflow2) = partial.subtractingReportingOverflow(borrow)
    borrow = bit(overflow1) | bit(overflow2)
    return difference
}

/// One step of a row of a long multiplication: the low limb of `a * b + addend + carry`, with the high limb
/// as carry.
///
/// The sum is at most (2⁶⁴ - 1)² + 2 (2⁶⁴ - 1) = 2¹²⁸ - 1, so it never wraps.
@inline(__always)
func multiplyAccumulate(_ addend: UInt64, _ a: UInt64, _ b: UInt64, _ carry: inout UInt64) -> UInt64 {
    let sum = UInt128(a) &* UInt128(b) &+ UInt128(addend) &+ UInt128(carry)
    carry = UInt64(truncatingIfNeeded: sum &>> 64)
    return UInt64(truncatingIfNeeded: sum)
}

/// 1 for true and 0 for false, without a branch.
///
/// With `flag ? 1 : 0` a field multiplication has hundreds of basic blocks before the compiler folds them,
/// which is more than it is willing to inline, and the field is a third slower.
@inline(__always)
private func bit(_ flag: Bool) -> UInt64 {
    // Safe: a Bool is one byte that is 0 or 1, and every byte is a UInt8.
    UInt64(truncatingIfNeeded: unsafe unsafeBitCast(flag, to: UInt8.self))
}
