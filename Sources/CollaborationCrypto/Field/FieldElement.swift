/// An element of the field modulo p = 2²⁵⁶ - 2²²⁴ + 2¹⁹² + 2⁹⁶ - 1, over which P-256 is defined (FIPS 186-5,
/// SP 800-186).
///
/// The element x is stored as a number `montgomery` congruent to x · 2²⁵⁶ modulo p (Montgomery's form).
/// It is any below 2²⁵⁶: what is below 2²⁵⁶ - p has a second representation, p above the first, and only
/// ``canonical`` and `==` reduce it. Leaving that to the end saves a comparison with p in each operation.
struct FieldElement: Sendable {
    var montgomery: UInt256

    /// Takes a number that is in Montgomery's form already; every number below 2²⁵⁶ is one.
    @inline(__always)
    init(montgomery: UInt256) {
        self.montgomery = montgomery
    }

    /// Takes an integer below p; nil from p upwards, which SEC 1 (2.3.5) does not let stand for a field
    /// element.
    init?(_ integer: UInt256) {
        guard integer < Self.modulus else { return nil }
        self.init(montgomery: integer)
        self = self * Self.montgomeryFactor
    }

    /// p.
    static let modulus = UInt256(
        0xffff_ffff_ffff_ffff,
        0x0000_0000_ffff_ffff,
        0x0000_0000_0000_0000,
        0xffff_ffff_0000_0001
    )

    static let zero = FieldElement(montgomery: .zero)

    /// One: its Montgomery form is 2²⁵⁶ mod p = 2²⁵⁶ - p.
    static let one = FieldElement(
        montgomery: UInt256(
            0x0000_0000_0000_0001,
            0xffff_ffff_0000_0000,
            0xffff_ffff_ffff_ffff,
            0x0000_0000_ffff_fffe
        )
    )

    /// 2²⁵⁶, stored as 2⁵¹² mod p: the factor that brings an integer into Montgomery's form.
    static let montgomeryFactor = FieldElement(
        montgomery: UInt256(
            0x0000_0000_0000_0003,
            0xffff_fffb_ffff_ffff,
            0xffff_ffff_ffff_fffe,
            0x0000_0004_ffff_fffd
        )
    )

    /// The element as an integer below p.
    var integer: UInt256 {
        (self * FieldElement(montgomery: UInt256(1, 0, 0, 0))).canonical
    }

    /// The representation below p of the number that is stored.
    ///
    /// It is below 2²⁵⁶ < 2p, so that one subtraction is enough.
    var canonical: UInt256 {
        let (reduced, borrow) = montgomery.subtractingReportingBorrow(Self.modulus)
        return borrow == 0 ? reduced : montgomery
    }

    /// Whether this is zero, which is stored as 0 or as p.
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
