/// Computes inverses modulo a prime by Lehmer's form of Euclid's algorithm, in variable time.
///
/// Euclid's algorithm divides a number a by a number b, goes on with b and the remainder, and ends with their
/// greatest common divisor. A division of long numbers is slow, but its quotient mostly depends on the highest
/// bits alone. So Lehmer ("Euclid's algorithm for large numbers", 1938) divides the highest bits, and applies
/// the combined effect of many divisions to the long numbers. A quotient that the omitted bits would change
/// costs time, but the greatest common divisor stays the same, since the factors have the determinant 1 or -1.
struct ModularInversion: Sendable {
    private let modulus: UInt256

    /// Takes a prime modulus, which must be above 2²⁵⁵.
    init(modulus: UInt256) {
        self.modulus = modulus
    }

    /// Returns the number y below the modulus m with x · y = 1 modulo m, and 0 if x is 0.
    ///
    /// x must be below m.
    func inverse(of x: UInt256) -> UInt256 {
        var rows = EuclideanRows(modulus: modulus, x: x)
        while !rows.b.value.isZero {
            rows.advance()
        }
        // The greatest common divisor, a, is 1, so the cofactor is an inverse. If x is 0, a is m and the
        // cofactor is 0.
        return reduced(rows.a.cofactor)
    }

    /// Returns the number below the modulus m that is congruent to a cofactor.
    ///
    /// The cofactor must be at most 2¹⁵ m in absolute value, and no negative multiple of m.
    ///
    /// Subtracting h · m, where h is the fifth limb, leaves h (2²⁵⁶ - m) and the other four limbs. For p and n
    /// this is below 2²⁵⁶ after two rounds, so one more subtraction of m suffices.
    func reduced(_ cofactor: Signed320) -> UInt256 {
        let sign = cofactor.sign
        var rest = cofactor.negated(bySign: sign)
        while rest.l4 != 0 {
            rest = Signed320.combination(1, rest, UInt64(bitPattern: rest.l4), Signed320(modulus))
        }
        let (difference, borrow) = rest.low.subtractingReportingBorrow(modulus)
        let magnitude = borrow == 0 ? difference : rest.low
        return sign == 0 ? magnitude : modulus.subtractingReportingBorrow(magnitude).difference
    }
}
