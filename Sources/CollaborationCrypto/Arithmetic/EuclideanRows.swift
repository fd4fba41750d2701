/// Two numbers with the greatest common divisor of a modulus m and a number x, in a round of Lehmer's form of
/// Euclid's algorithm.
struct EuclideanRows: Sendable {
    /// A number and its cofactor, with cofactor · x = value modulo m.
    struct Row: Sendable {
        var value: UInt256
        var cofactor: Signed320
    }

    /// The row of the greater number, which is never 0.
    private(set) var a: Row

    /// The row of the lesser number.
    private(set) var b: Row

    /// Begins with m and x, which must be below m.
    @inline(__always)
    init(modulus: UInt256, x: UInt256) {
        a = Row(value: modulus, cofactor: .zero)
        b = Row(value: x, cofactor: .one)
    }

    /// Reduces both numbers by about 31 bits if their highest 63 bits allow it, otherwise the greater number.
    ///
    /// The lesser number must not be 0.
    ///
    /// The factors are those of the highest 63 bits of a, and of b from the same position. They are below 2³¹
    /// because the division ends at a remainder below 2³². Other bits change each result by less than its
    /// factor t times 2^position, so the greater result is not 0, but the lesser can be negative. Numbers of 63
    /// bits or fewer are divided exactly and to the end, which leaves b = 0.
    @inline(__always)
    mutating func advance() {
        let width = a.value.bitWidth
        let position = max(width - 63, 0)
        let (f, g) = (a.value.bits(from: position), b.value.bits(from: position))
        let limit: UInt64 = position > 0 ? 1 &<< 32 : 1
        if g < limit {
            shorten(f, from: position)
        } else {
            let factors = EuclideanFactors(f, g, limit: limit)
            (a, b) = (Row(factors.s1, a, factors.t1, b), Row(factors.s2, a, factors.t2, b))
        }
        if a.value < b.value {
            (a, b) = (b, a)
        }
    }

    /// Subtracts a multiple of b from a, where a has at least 31 bits more.
    ///
    /// b is shifted by whole limbs until it is 1 to 64 bits shorter than a. The quotient of the words is
    /// rounded down, with a divisor that is too large. So it is never too large, and a falls below 7/8 of what
    /// it was.
    @inline(__always)
    private mutating func shorten(_ f: UInt64, from position: Int) {
        let shifted = b.shifted(byLimbs: (a.value.bitWidth - b.value.bitWidth - 1) / 64)
        let quotient = f / (shifted.value.bits(from: position) + 1)
        a = Row(1, a, quotient, shifted)
    }
}

extension EuclideanRows.Row {
    /// Makes the row of |s · a - t · b|.
    ///
    /// Both factors must be below 2⁶³, and the value below 2²⁵⁶.
    #if arch(wasm32)
        @inline(never)
    #else
        @inline(__always)
    #endif
    fileprivate init(_ s: UInt64, _ a: Self, _ t: UInt64, _ b: Self) {
        let value = Signed320.combination(s, Signed320(a.value), t, Signed320(b.value))
        let cofactor = Signed320.combination(s, a.cofactor, t, b.cofactor)
        self.value = value.negated(bySign: value.sign).low
        self.cofactor = cofactor.negated(bySign: value.sign)
    }

    fileprivate func shifted(byLimbs count: Int) -> Self {
        Self(value: Signed320(value).shifted(byLimbs: count).low, cofactor: cofactor.shifted(byLimbs: count))
    }
}
