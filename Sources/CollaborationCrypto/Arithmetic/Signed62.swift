/// A signed integer of five limbs of 62 bits, least significant first; the fifth carries the sign.
///
/// The first four limbs are in 0 ..< 2⁶². An inversion only computes integers above -2m and below m, for a
/// modulus m of 256 bits, so the fifth limb is from -512 to 255. Each limb has two spare bits, so the sum of
/// products in ``combination(_:_:_:_:_:_:)`` fits into 128 bits.
struct Signed62: Sendable {
    var l0: Int64
    var l1: Int64
    var l2: Int64
    var l3: Int64
    var l4: Int64

    static let mask: UInt64 = 1 &<< 62 &- 1
    static let zero = Signed62(l0: 0, l1: 0, l2: 0, l3: 0, l4: 0)

    var isZero: Bool { l0 | l1 | l2 | l3 | l4 == 0 }
    var isNegative: Bool { l4 < 0 }
}

extension Signed62 {
    /// Returns the sum.
    ///
    /// Two limbs and a carry of at most 1 are below 2⁶³.
    static func + (x: Signed62, y: Signed62) -> Signed62 {
        let s0 = x.l0 &+ y.l0
        let s1 = x.l1 &+ y.l1 &+ s0 &>> 62
        let s2 = x.l2 &+ y.l2 &+ s1 &>> 62
        let s3 = x.l3 &+ y.l3 &+ s2 &>> 62
        let s4 = x.l4 &+ y.l4 &+ s3 &>> 62
        let mask = Int64(mask)
        return Signed62(l0: s0 & mask, l1: s1 & mask, l2: s2 & mask, l3: s3 & mask, l4: s4)
    }

    init(_ x: UInt256) {
        l0 = Int64(truncatingIfNeeded: x.l0 & Self.mask)
        l1 = Int64(truncatingIfNeeded: (x.l0 &>> 62 | x.l1 &<< 2) & Self.mask)
        l2 = Int64(truncatingIfNeeded: (x.l1 &>> 60 | x.l2 &<< 4) & Self.mask)
        l3 = Int64(truncatingIfNeeded: (x.l2 &>> 58 | x.l3 &<< 6) & Self.mask)
        l4 = Int64(truncatingIfNeeded: x.l3 &>> 56)
    }

    /// This integer as a `UInt256`.
    ///
    /// It must be in 0 ..< 2²⁵⁶.
    var magnitude: UInt256 {
        let (u0, u1, u2) = (UInt64(bitPattern: l0), UInt64(bitPattern: l1), UInt64(bitPattern: l2))
        let (u3, u4) = (UInt64(bitPattern: l3), UInt64(bitPattern: l4))
        return UInt256(u0 | u1 &<< 62, u1 &>> 2 | u2 &<< 60, u2 &>> 4 | u3 &<< 58, u3 &>> 6 | u4 &<< 56)
    }

    /// Returns (a · x + b · y + c · z) / 2⁶², rounded down.
    ///
    /// |a| + |b| must be at most 2⁶² and |c| below 2⁶³. Then a column's sum is below 3 · 2¹²⁴ in absolute
    /// value, and the carry into it adds less than 2⁶⁴. The result is below 2³¹¹ in absolute value, so its
    /// fifth limb fits into an Int64.
    #if arch(wasm32)
        @inline(never)
    #else
        @inline(__always)
    #endif
    static func combination(
        _ a: Int64,
        _ x: Signed62,
        _ b: Int64,
        _ y: Signed62,
        _ c: Int64,
        _ z: Signed62
    ) -> Signed62 {
        @inline(__always)
        func column(_ x: Int64, _ y: Int64, _ z: Int64) -> Int128 {
            Int128(a) &* Int128(x) &+ Int128(b) &* Int128(y) &+ Int128(c) &* Int128(z)
        }
        @inline(__always)
        func takeLimb(_ sum: inout Int128) -> Int64 {
            defer { sum &>>= 62 }
            return Int64(truncatingIfNeeded: UInt64(truncatingIfNeeded: sum) & mask)
        }
        var sum = column(x.l0, y.l0, z.l0)
        _ = takeLimb(&sum)
        sum &+= column(x.l1, y.l1, z.l1)
        let l0 = takeLimb(&sum)
        sum &+= column(x.l2, y.l2, z.l2)
        let l1 = takeLimb(&sum)
        sum &+= column(x.l3, y.l3, z.l3)
        let l2 = takeLimb(&sum)
        sum &+= column(x.l4, y.l4, z.l4)
        let l3 = takeLimb(&sum)
        return Signed62(l0: l0, l1: l1, l2: l2, l3: l3, l4: Int64(truncatingIfNeeded: sum))
    }
}
