/// Computes inverses modulo an odd number by division steps, in variable time.
///
/// The algorithm is Bernstein and Yang's, "Fast constant-time gcd computation and modular inversion" (2019).
/// A division step takes delta, an odd f, and g to
///
///     1 - delta, g, (g - f) / 2                if delta > 0 and g is odd,
///     1 + delta, f, (g + (g mod 2) f) / 2      otherwise,
///
/// and keeps the gcd of f and g. From f = modulus and g = x the steps lead to g = 0 and f = 1 or -1. Which
/// steps are taken depends on the lowest bits alone. So 62 steps are computed on one limb, as a matrix. The
/// matrix is then applied to all limbs of f and g, and modulo the modulus to two numbers d and e. Throughout,
/// d · x = factor · f and e · x = factor · g modulo the modulus.
struct ModularInversion: Sendable {
    private let modulus: UInt256
    private let limbs: Signed62

    /// The inverse of the modulus modulo 2⁶².
    private let modulusInverse: UInt64

    /// Precomputes the constants of a modulus, which must be odd and above 1.
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

    /// Returns the number y below the modulus m with x · y = `factor` modulo m, and 0 if x is 0.
    ///
    /// Both `x` and `factor` must be below m, and m must be prime to every x but 0.
    ///
    /// Throughout, f and g are from -m to m, and d and e are above -2m and below m. The loop ends by
    /// Bernstein and Yang's theorem 11.2: for 256 bits, g is 0 after 741 steps, so 12 rounds suffice. Until
    /// then |delta| is at most 745.
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
    /// After i steps, |u| + |v| and |q| + |r| are at most 2ⁱ, so at most 2⁶² at the end.
    private struct Transition {
        var u: Int64 = 1
        var v: Int64 = 0
        var q: Int64 = 0
        var r: Int64 = 1
    }

    /// Computes 62 division steps from the lowest 64 bits of f and g.
    ///
    /// After i steps the lowest 64 - i bits of g are correct, and the remaining steps need 62 - i of them.
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
            // Until delta is positive again, each step adds f to g if g is odd. Adding w · f, which clears
            // the lowest `count` bits of g, does several of these steps at once. f (2 - f²) is the inverse of
            // f modulo 2⁶, since f² = 1 mod 8. As w is below 2^count, |q| + |r| is at most 2^(i + count), and
            // at most 2⁶². At least `count` steps follow at once: g now ends in that many zeros.
            let count = min(1 - delta, remaining, 6)
            let w = (f &* g &* (f &* f &- 2)) & (1 &<< UInt64(truncatingIfNeeded: count) &- 1)
            g &+= f &* w
            t.q &+= t.u &* Int64(truncatingIfNeeded: w)
            t.r &+= t.v &* Int64(truncatingIfNeeded: w)
        }
    }

    /// Returns a number congruent to (a · d + b · e) / 2⁶² modulo the modulus m.
    ///
    /// d, e and the result are above -2m and below m. First m is added to d and to e if they are negative.
    /// Both are then above -m, so the sum is above -2⁶² m and below 2⁶² m. Then `excess` · m, which is below
    /// 2⁶² m, is subtracted to clear the 62 bits that the division drops. |raised| is at most |a| + |b|, so
    /// at most 2⁶², and `excess` is below 2⁶², so their difference is above -2⁶³.
    @inline(__always)
    private func combination(_ a: Int64, _ d: Signed62, _ b: Int64, _ e: Signed62) -> Signed62 {
        let raised = (d.isNegative ? a : 0) &+ (e.isNegative ? b : 0)
        let lowest = UInt64(bitPattern: a &* d.l0 &+ b &* e.l0 &+ raised &* limbs.l0)
        let excess = Int64(truncatingIfNeeded: modulusInverse &* lowest & Signed62.mask)
        return Signed62.combination(a, d, b, e, raised &- excess, limbs)
    }

    /// Returns the number below the modulus m that is congruent to d, or to -d if `negated`.
    ///
    /// d must be above -2m and below m, so adding m twice at most makes it non-negative.
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
