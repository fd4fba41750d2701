extension UInt256 {
    /// Returns the number y below a modulus m with x · y = 1 modulo m for this number x, and 0 if x is 0.
    ///
    /// m must be a prime above 2²⁵⁵, and x below m. The time depends on x.
    ///
    /// This is Euclid's extended algorithm in Lehmer's form ("Euclid's algorithm for large numbers", 1938).
    /// A division of long numbers is slow, but its quotient mostly depends on the highest bits. So Lehmer
    /// divides the highest bits, and applies the combined effect of many divisions to the long numbers. A
    /// quotient of the highest bits may differ from that of the long numbers. Such a quotient only costs an
    /// extra step: the factors have the determinant 1 or -1, so the greatest common divisor stays the same.
    func inverse(modulo m: UInt256) -> UInt256 {
        var state = ExtendedEuclid(modulus: m, x: self)
        // Invariant: a.cofactor x = a.value and b.cofactor x = b.value modulo m, with the same common divisors as m and x
        while !state.b.value.isZero {
            state.reduce()
        }
        // The greatest common divisor, a, is 1, so its cofactor is an inverse. If x is 0, a is m and its cofactor is 0.
        return state.a.cofactor.reduced(modulo: m)
    }
}

/// The state of Euclid's extended algorithm: two numbers whose greatest common divisor is that of m and x.
struct ExtendedEuclid: Sendable {
    /// A number and its cofactor, with cofactor · x = value modulo m.
    struct Remainder: Sendable {
        var value: UInt256
        var cofactor: Signed320
    }

    /// The greater number, which is never 0.
    private(set) var a: Remainder

    /// The lesser number.
    private(set) var b: Remainder

    /// Begins with m and x, which must be below m.
    @inline(__always)
    init(modulus: UInt256, x: UInt256) {
        a = Remainder(value: modulus, cofactor: .zero)
        b = Remainder(value: x, cofactor: .one)
    }

    /// Reduces both numbers by about 31 bits if their highest 63 bits allow it, otherwise the greater number.
    ///
    /// b must not be 0.
    ///
    /// f has the highest 63 bits of a, and g the bits of b at the same position. The division ends at a
    /// remainder below 2³², so the factors are below 2³¹. The lower bits change each result by less than its
    /// factor t times 2^position, so the greater result is not 0, but the lesser can be negative. Numbers of
    /// 63 bits or fewer are divided exactly and to the end, which leaves b = 0.
    @inline(__always)
    mutating func reduce() {
        let width = a.value.bitWidth
        let position = max(width - 63, 0)
        let (f, g) = (a.value.bits(from: position), b.value.bits(from: position))
        let limit: UInt64 = position > 0 ? 1 &<< 32 : 1
        if g < limit {
            subtractMultiple(f, from: position)
        } else {
            let factors = LehmerMatrix(f, g, limit: limit)
            (a, b) = (Remainder(factors.s1, a, minus: factors.t1, b), Remainder(factors.s2, a, minus: factors.t2, b))
        }
        if a.value < b.value {
            (a, b) = (b, a)
        }
    }

    /// Subtracts a multiple of b from a, where a has at least 31 bits more.
    ///
    /// b is shifted by whole limbs until it is 1 to 64 bits shorter than a. The quotient of the highest bits is rounded
    /// down, with a divisor that is too large. So it is never too large, and a falls below 7/8 of what it was.
    @inline(__always)
    private mutating func subtractMultiple(_ f: UInt64, from position: Int) {
        let shifted = b.shifted(byLimbs: (a.value.bitWidth - b.value.bitWidth - 1) / 64)
        let quotient = f / (shifted.value.bits(from: position) + 1)
        a = Remainder(1, a, minus: quotient, shifted)
    }
}

extension ExtendedEuclid.Remainder {
    /// Makes the remainder |s · a - t · b| and its cofactor.
    ///
    /// Both factors must be below 2⁶³, and the value below 2²⁵⁶.
    @inline(__always)
    fileprivate init(_ s: UInt64, _ a: Self, minus t: UInt64, _ b: Self) {
        let value = Signed320.difference(s, Signed320(a.value), minus: t, Signed320(b.value))
        let cofactor = Signed320.difference(s, a.cofactor, minus: t, b.cofactor)
        self.value = value.negated(bySign: value.sign).low
        self.cofactor = cofactor.negated(bySign: value.sign)
    }

    fileprivate func shifted(byLimbs count: Int) -> Self {
        Self(value: Signed320(value).shifted(byLimbs: count).low, cofactor: cofactor.shifted(byLimbs: count))
    }
}

/// The combined effect of several divisions of Euclid's algorithm on two limbs f and g.
///
/// The last two remainders are, except for their signs, s1 · f - t1 · g and s2 · f - t2 · g. The signs are
/// opposite, and both change with each division.
struct LehmerMatrix: Sendable {
    private(set) var s1: UInt64 = 1
    private(set) var t1: UInt64 = 0
    private(set) var s2: UInt64 = 0
    private(set) var t2: UInt64 = 1

    /// Divides until the last remainder is below `limit`, which must not be 0.
    ///
    /// f and g must be below 2⁶³. So are the factors, and with a limit of 2³² they are below 2³¹.
    ///
    /// Neither a product nor a sum wraps: before and after each division, t2 · f + t1 · g is the first f and
    /// s2 · f + s1 · g is the first g, with the latest remainders as f and g.
    @inline(__always)
    init(_ f: UInt64, _ g: UInt64, limit: UInt64) {
        var (f, g) = (f, g)
        while g >= limit {
            let (quotient, remainder) = f.quotientAndRemainder(dividingBy: g)
            (f, g) = (g, remainder)
            (s1, s2) = (s2, s1 &+ quotient &* s2)
            (t1, t2) = (t2, t1 &+ quotient &* t2)
        }
    }
}
