/// An element of the field modulo p = 2²⁵⁶ - 2²²⁴ + 2¹⁹² + 2⁹⁶ - 1, over which P-256 is defined (FIPS 186-5,
/// SP 800-186).
///
/// The element x is stored in Montgomery's form, as a number `montgomery` congruent to x · 2²⁵⁶ modulo p. Any number
/// below 2²⁵⁶ is allowed, not only those below p. This saves a comparison with p in each operation. So an element whose
/// least representation is below 2²⁵⁶ - p has a second one, which is p greater. Use ``canonical`` for the one below p.
struct FieldElement: Sendable {
    /// The stored number, in Montgomery's form: any number below 2²⁵⁶.
    var montgomery: UInt256

    /// p.
    static let modulus = UInt256(
        0xffff_ffff_ffff_ffff,
        0x0000_0000_ffff_ffff,
        0x0000_0000_0000_0000,
        0xffff_ffff_0000_0001
    )

    static let zero = FieldElement(montgomery: .zero)

    /// The element 1.
    ///
    /// Its Montgomery form is 2²⁵⁶ mod p = 2²⁵⁶ - p.
    static let one = FieldElement(
        montgomery: UInt256(0x0000_0000_0000_0001, 0xffff_ffff_0000_0000, 0xffff_ffff_ffff_ffff, 0x0000_0000_ffff_fffe)
    )

    /// The element R = 2²⁵⁶, stored as R² mod p.
    ///
    /// Multiplying by it converts an integer to Montgomery's form.
    static let rSquared = FieldElement(
        montgomery: UInt256(0x0000_0000_0000_0003, 0xffff_fffb_ffff_ffff, 0xffff_ffff_ffff_fffe, 0x0000_0004_ffff_fffd)
    )

}

extension FieldElement {
    /// Makes an element of an integer below p; nil for p and above, as SEC 1 (2.3.6) demands.
    init?(_ integer: UInt256) {
        guard integer < Self.modulus else { return nil }
        self = FieldElement(montgomery: integer) * Self.rSquared
    }

    /// The element as an integer below p.
    var integer: UInt256 {
        (self * FieldElement(montgomery: UInt256(1, 0, 0, 0))).canonical
    }

    /// The stored number reduced to below p.
    ///
    /// The stored number is below 2²⁵⁶ < 2p, so one subtraction suffices.
    var canonical: UInt256 {
        let (reduced, borrow) = montgomery.subtractingReportingBorrow(Self.modulus)
        return borrow == 0 ? reduced : montgomery
    }

    /// Whether this is the element 0, which is stored as 0 or as p.
    @inline(__always)
    var isZero: Bool {
        montgomery.isZero || montgomery == Self.modulus
    }
}

extension FieldElement: Hashable {
    static func == (a: FieldElement, b: FieldElement) -> Bool {
        a.canonical == b.canonical
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(canonical)
    }
}

extension FieldElement {
    /// The multiplicative inverse, and zero for zero.
    ///
    /// The inverse of the integer is computed, and multiplied into Montgomery's form.
    var inverse: FieldElement {
        FieldElement(montgomery: integer.inverse(modulo: Self.modulus)) * Self.rSquared
    }

    /// An element whose square is this one, or nil if there is none.
    ///
    /// Since p = 3 mod 4, the root of a square is its power (p + 1) / 4 = 2²⁵⁴ - 2²²² + 2¹⁹⁰ + 2⁹⁴. For an
    /// element that is not a square, this power is a root of its negative, so the result is squared to check.
    var squareRoot: FieldElement? {
        let ones2 = squared * self
        let ones4 = ones2.squared(times: 2) * ones2
        let ones8 = ones4.squared(times: 4) * ones4
        let ones16 = ones8.squared(times: 8) * ones8
        let ones32 = ones16.squared(times: 16) * ones16
        // In binary the exponent is 32 ones, 31 zeros, a one, 95 zeros, a one, 94 zeros.
        let root = ((ones32.squared(times: 32) * self).squared(times: 96) * self).squared(times: 94)
        return root.squared == self ? root : nil
    }
}
