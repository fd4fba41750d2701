// The functions that compiled Swift expects of a C runtime and that this target lacks. The memory functions are
// not here but in the host (host.mjs).

/// The product of two 128-bit integers, modulo 2¹²⁸: compilers call it for 64 × 64 bits where the machine has
/// no such instruction.
@c(__multi3)
public func multiply(
    _ product: UnsafeMutablePointer<UInt64>,
    _ aLow: UInt64,
    _ aHigh: UInt64,
    _ bLow: UInt64,
    _ bHigh: UInt64
) {
    let half: UInt64 = 0xffff_ffff
    let (a0, a1) = (aLow & half, aLow &>> 32)
    let (b0, b1) = (bLow & half, bLow &>> 32)
    let low = a0 &* b0
    let middle = a1 &* b0 &+ (low &>> 32)  // at most (2³² - 1)² + 2³² - 1 < 2⁶⁴
    let other = a0 &* b1 &+ (middle & half)  // the same
    unsafe product[0] = other &<< 32 | (low & half)
    unsafe product[1] = a1 &* b1 &+ (middle &>> 32) &+ (other &>> 32) &+ aHigh &* bLow &+ aLow &* bHigh
}
