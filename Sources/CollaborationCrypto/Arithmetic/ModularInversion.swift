/// Inversion modulo an odd number by division steps, in variable time.
///
/// The algorithm is Bernstein and Yang's, "Fast constant-time gcd computation and modular inversion" (2019).
/// A division step takes delta, an odd f, and g to
///
///     1 - delta, g, (g - f) / 2                if delta > 0 and g is odd,
///     1 + delta, f, (g + (g mod 2) f) / 2      otherwise,
///
/// and keeps their gcd. From f = modulus and g = x it arrives at g = 0 and f = 1 or -1. Which steps are taken
/// depends on the lowest bits alone, so that 62 of them are worked out on one limb, as a matrix, which then
/// is applied to f and g whole, and modulo the modulus to the numbers d and e, for which d · x = factor · f
/// and e · x = factor · g hold throughout.
struct ModularInversion: Sendable {
    private let modulus: UInt256
    private let limbs: Signed62

    /// The inverse of the modulus modulo 2⁶².
    private let modulusInverse: UInt64

    /// Prepares for a modulus, which must be odd and above 1.
    init(modulus: UInt256) {
        self.modulus = modulus
        limbs = Signed62(modulus)
        // Newton's iteration: an odd number is its own inverse modulo 8, and each round doubles the correct
        // bits.
        var inverse = modulus.l0
        for _ in 0..<5 {
            inverse = inverse &* (2 &- modulus.l0 &* inverse)
        }
        modulusInverse = inverse & Signed62.mask
    }

    /// The number y below the modulus with x · y = `factor`, and 0 for an x of 0.
    ///
    /// Both `x` and `factor` are below the modulus m, which is prime to every x but 0.
    ///
    /// Throughout, f and g are from -m to m, and d and e above -2m and below m. Bernstein and Yang's theorem
    /// 11.2 ends the loop: for 256 bits g is 0 after 741 steps, which 12 rounds are enough for. Until then
    /// |delta| is at most 745.
    func quotient(of factor: UInt256, by x: UInt256) -> UInt256 {
        var (f, g) = (limbs, Signed62(x))
        var (d, e) = (Signed62.zero, Signed62(factor))
        var delta = 1
        while !g.isZero {
            let t = Self.divisionSteps(
                UInt64(bitPattern: f.l0 | f.l1 &<< 62),
                UInt64(bitPattern: g.l0 | g.l1 &<< 62),
                delta: &delta
            )
            (f, g) = (
                Signed62.combination(t.u, f, t.v, g, 0, limbs),
                Signed62.combination(t.q, f, t.r, g, 0, limbs)
            )
            (d, e) = (combination(t.u, d, t.v, e), combination(t.q, d, t.r, e))
        }
        return reduced(d, negated: f.isNegative)
    }

    /// The effect of 62 division steps: 2⁶² (f, g) becomes (u f + v g, q f + r g).
    ///
    /// The absolute values in a row sum to at most 2⁶²: to 2ⁱ after i steps.
    private struct Transition {
        var u: Int64 = 1
        var v: Int64 = 0
        var q: Int64 = 0
        var r: Int64 = 1
    }

    /// Works out 62 division steps from the lowest 64 bits of f and g.
    ///
    /// After i steps the lowest 64 - i bits of g are right, of which the steps that remain need 62 - i.
    private static func divisionSteps(_ f: UInt64, _ g: UInt64, delta: inout Int) -> Transition {
        var (f, g) = (f, g)
        var t = Transition()
        var remaining = 62
        while true {
            let zeros = min(g.trailingZeroBitCount, remaining)
            g &>>= UInt64(truncatingIfNeeded: zeros)
            t.u &<<= Int64(truncatingIfNeeded: zeros)
            t.v &<<= Int64(truncatingIfNeeded: zeros)
            delta += zeros
            remaining -= zeros
            if remaining == 0 { return t }
            if delta > 0 {
                delta = -delta
                (f, g) = (g, 0 &- f)
                (t.u, t.v, t.q, t.r) = (t.q, t.r, 0 &- t.u, 0 &- t.v)
            }
            // Until delta is positive again, the steps add f to g wherever g is odd: a multiple w of f that
            // clears the lowest bits of g does several at once. f (2 - f²) is the inverse of f modulo 2⁶,
            // since f² = 1 mod 8. As w is below 2^count, and that is what g is shifted by next, at least, |q|
            // + |r| is no more than 2^(i + count), and no more than 2⁶².
            let count = min(1 - delta, remaining, 6)
            let w = (f &* g &* (f &* f &- 2)) & (1 &<< UInt64(truncatingIfNeeded: count) &- 1)
            g &+= f &* w
            t.q &+= t.u &* Int64(truncatingIfNeeded: w)
            t.r &+= t.v &* Int64(truncatingIfNeeded: w)
        }
    }

    /// A number congruent to (a · d + b · e) / 2⁶².
    ///
    /// Input and output: d and e above -2 and below 1 times the modulus m. Where one is negative, m is added
    /// to it, so that both are above -m and the sum lies between -2⁶² m and 2⁶² m; then less than 2⁶² times m
    /// is subtracted, to clear the bits that the division drops. |raised| is at most |a| + |b|, hence 2⁶², and
    /// excess below it, so that their difference is above -2⁶³.
    @inline(__always)
    private func combination(_ a: Int64, _ d: Signed62, _ b: Int64, _ e: Signed62) -> Signed62 {
        let raised = (d.isNegative ? a : 0) &+ (e.isNegative ? b : 0)
        let lowest = UInt64(bitPattern: a &* d.l0 &+ b &* e.l0 &+ raised &* limbs.l0)
        let excess = Int64(truncatingIfNeeded: modulusInverse &* lowest & Signed62.mask)
        return Signed62.combination(a, d, b, e, raised &- excess, limbs)
    }

    /// The number below the modulus that is congruent to d, or to -d, for a d above -2 and below 1 times the
    /// modulus, which is added twice at most.
    private func reduced(_ d: Signed62, negated: Bool) -> UInt256 {
        var d = d
        while d.isNegative {
            d = d + limbs
        }
        let value = d.magnitude
        guard negated, !value.isZero else { return value }
        return modulus.subtractingReportingBorrow(value).difference
    }
}
