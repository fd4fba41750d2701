// Operations on limbs, the 64-bit digits of longer integers.

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
/// Borrows are 0 or 1. At most one of the two subtractions overflows: if the first one does, `partial` is at least 1.
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

/// Returns the product of two limbs as its high and its low limb.
///
/// Where the processor cannot multiply limbs, this multiplies their 32-bit halves. The standard library's
/// multiplication would call a function there; on WebAssembly that function returns through memory.
@inline(__always)
func fullProduct(_ a: UInt64, _ b: UInt64) -> (high: UInt64, low: UInt64) {
    canMultiplyLimbs() ? a.multipliedFullWidth(by: b) : fullProductOfHalves(a, b)
}

/// Returns whether the processor multiplies 64-bit integers to 128 bits.
///
/// A function, since the compiler warns about a branch on a constant expression.
@inline(__always)
private func canMultiplyLimbs() -> Bool {
    Int.bitWidth == 64
}

/// Returns the product of two limbs, computed from the 32-bit halves of its factors.
///
/// A product of halves plus two halves is at most (2³² - 1)² + 2 (2³² - 1) = 2⁶⁴ - 1, so no sum wraps.
@inline(__always)
func fullProductOfHalves(_ a: UInt64, _ b: UInt64) -> (high: UInt64, low: UInt64) {
    let mask: UInt64 = 0xffff_ffff
    let (a0, a1) = (a & mask, a &>> 32)
    let (b0, b1) = (b & mask, b &>> 32)
    let low = a0 &* b0
    let middle = a1 &* b0 &+ (low &>> 32)
    let sum = a0 &* b1 &+ (middle & mask)
    return (a1 &* b1 &+ (middle &>> 32) &+ (sum &>> 32), sum &<< 32 | (low & mask))
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
