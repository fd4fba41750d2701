/// Returns both limbs of a product.
///
/// A processor of 32 bits multiplies halves of limbs. WebAssembly would otherwise call a function for each
/// product, which returns its result through memory.
@inline(__always)
func fullProduct(_ a: UInt64, _ b: UInt64) -> (high: UInt64, low: UInt64) {
    has64Bits() ? a.multipliedFullWidth(by: b) : fullProductOfHalves(a, b)
}

/// Returns whether the processor has 64 bits.
///
/// It is a function because the compiler warns about a condition that it knows in place.
@inline(__always)
private func has64Bits() -> Bool {
    Int.bitWidth == 64
}

/// Returns both limbs of a product, computed from the 32-bit halves of its factors.
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
