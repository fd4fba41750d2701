/// A signed integer as five 64-bit limbs in two's complement, least significant first.
///
/// The fifth limb carries the sign. An inversion only computes integers below 2³¹⁸ in absolute value.
struct Signed320: Sendable {
    var l0: UInt64
    var l1: UInt64
    var l2: UInt64
    var l3: UInt64
    var l4: Int64

    static let zero = Signed320(l0: 0, l1: 0, l2: 0, l3: 0, l4: 0)
    static let one = Signed320(l0: 1, l1: 0, l2: 0, l3: 0, l4: 0)

    /// This integer modulo 2²⁵⁶.
    @inline(__always)
    var low: UInt256 { UInt256(l0, l1, l2, l3) }

    /// -1 for a negative integer, otherwise 0.
    @inline(__always)
    var sign: Int64 { l4 &>> 63 }
}

extension Signed320 {
    @inline(__always)
    init(_ x: UInt256) {
        self.init(l0: x.l0, l1: x.l1, l2: x.l2, l3: x.l3, l4: 0)
    }

    /// Returns a · x - b · y modulo 2³²⁰.
    ///
    /// Both a and b must be below 2⁶³. A product of limbs is then at most 2¹²⁷ - 2⁶⁴ - 2⁶³ + 1, and the carry
    /// into a column is from -2⁶³ to 2⁶³ - 1. So a column with its carry fits into an Int128.
    @inline(__always)
    static func difference(_ a: UInt64, _ x: Signed320, minus b: UInt64, _ y: Signed320) -> Signed320 {
        @inline(__always)
        func column(_ x: UInt64, _ y: UInt64) -> Int128 {
            Int128(a) &* Int128(x) &- Int128(b) &* Int128(y)
        }
        @inline(__always)
        func takeLimb(_ sum: inout Int128) -> UInt64 {
            defer { sum &>>= 64 }
            return UInt64(truncatingIfNeeded: sum)
        }
        var sum = column(x.l0, y.l0)
        let l0 = takeLimb(&sum)
        sum &+= column(x.l1, y.l1)
        let l1 = takeLimb(&sum)
        sum &+= column(x.l2, y.l2)
        let l2 = takeLimb(&sum)
        sum &+= column(x.l3, y.l3)
        let l3 = takeLimb(&sum)
        let carry = Int64(truncatingIfNeeded: sum)
        let l4 = Int64(bitPattern: a) &* x.l4 &- Int64(bitPattern: b) &* y.l4 &+ carry
        return Signed320(l0: l0, l1: l1, l2: l2, l3: l3, l4: l4)
    }

    /// Returns this integer if `sign` is 0, and its negative if `sign` is -1.
    ///
    /// The negative is the complement plus 1. A branch on a random sign would be mispredicted half the time.
    @inline(__always)
    func negated(bySign sign: Int64) -> Signed320 {
        let mask = UInt64(bitPattern: sign)
        var carry = mask & 1
        let n0 = addWithCarry(l0 ^ mask, 0, &carry)
        let n1 = addWithCarry(l1 ^ mask, 0, &carry)
        let n2 = addWithCarry(l2 ^ mask, 0, &carry)
        let n3 = addWithCarry(l3 ^ mask, 0, &carry)
        let n4 = (l4 ^ sign) &+ Int64(carry)
        return Signed320(l0: n0, l1: n1, l2: n2, l3: n3, l4: n4)
    }

    /// Returns this integer times 2^(64 · count), modulo 2³²⁰.
    ///
    /// The count must be from 0 to 3.
    func shifted(byLimbs count: Int) -> Signed320 {
        switch count {
        case 0: self
        case 1: Signed320(l0: 0, l1: l0, l2: l1, l3: l2, l4: Int64(bitPattern: l3))
        case 2: Signed320(l0: 0, l1: 0, l2: l0, l3: l1, l4: Int64(bitPattern: l2))
        default: Signed320(l0: 0, l1: 0, l2: 0, l3: l0, l4: Int64(bitPattern: l1))
        }
    }
    /// Returns the number below a modulus m that is congruent to this cofactor.
    ///
    /// m must be above 2²⁵⁵. The cofactor must be at most 2¹⁵ m in absolute value, and no negative multiple of m.
    ///
    /// Subtracting h · m, where h is the fifth limb, leaves h (2²⁵⁶ - m) and the other four limbs. For p and n
    /// this is below 2²⁵⁶ after two rounds, so one more subtraction of m suffices.
    func reduced(modulo m: UInt256) -> UInt256 {
        let sign = self.sign
        var rest = negated(bySign: sign)
        while rest.l4 != 0 {
            rest = Signed320.difference(1, rest, minus: UInt64(bitPattern: rest.l4), Signed320(m))
        }
        let (difference, borrow) = rest.low.subtractingReportingBorrow(m)
        let magnitude = borrow == 0 ? difference : rest.low
        return sign == 0 ? magnitude : m.subtractingReportingBorrow(magnitude).difference
    }
}
