/// An integer below n, the prime order of P-256's group (SP 800-186).
struct Scalar: Hashable, Sendable {
    let integer: UInt256

    /// Takes an integer below n; nil from n upwards.
    init?(_ integer: UInt256) {
        guard integer < Self.order else { return nil }
        self.integer = integer
    }

    /// Takes an integer below 2n modulo n: any of 256 bits, as 2²⁵⁶ is below 2n, or one with a carry beyond
    /// them.
    ///
    /// One subtraction is enough. It counts unless it borrows what no carry lends.
    init(reducing integer: UInt256, carry: UInt64 = 0) {
        let (reduced, borrow) = integer.subtractingReportingBorrow(Self.order)
        self.integer = borrow <= carry ? reduced : integer
    }

    /// n.
    static let order = UInt256(
        0xf3b9_cac2_fc63_2551,
        0xbce6_faad_a717_9e84,
        0xffff_ffff_ffff_ffff,
        0xffff_ffff_0000_0000
    )

    var isZero: Bool { integer.isZero }
}

extension Scalar {
    private static let inversion = ModularInversion(modulus: order)

    /// 2²⁵⁶ mod n = 2²⁵⁶ - n.
    private static let montgomeryOne = UInt256(
        0x0c46_353d_039c_daaf,
        0x4319_0552_58e8_617b,
        0x0000_0000_0000_0000,
        0x0000_0000_ffff_ffff
    )

    /// -1 / n mod 2⁶⁴.
    private static let negativeInverse: UInt64 = 0xccd1_c8aa_ee00_bc4f

    /// Both dividends divided by one divisor, which must not be zero.
    ///
    /// The inverse comes as 2²⁵⁶ / divisor, so that Montgomery's reduction of a product with it is the
    /// quotient.
    static func quotients(_ a: Scalar, _ b: Scalar, by divisor: Scalar) -> (Scalar, Scalar) {
        let inverse = inversion.quotient(of: montgomeryOne, by: divisor.integer)
        return (montgomeryProduct(a.integer, inverse), montgomeryProduct(b.integer, inverse))
    }

    /// The product of two integers below n, divided by 2²⁵⁶ modulo n.
    ///
    /// A multiple of n that clears the lowest limb is added four times. What is added is below 2²⁵⁶ · n and
    /// the product is too, so that the quotient is below 2n, its carry at most 1, and one subtraction is
    /// enough.
    private static func montgomeryProduct(_ a: UInt256, _ b: UInt256) -> Scalar {
        let product = UInt512(product: a, b)
        let t0 = product.low.l0
        var (t1, t2, t3) = (product.low.l1, product.low.l2, product.low.l3)
        var t4 = clear(t0, &t1, &t2, &t3)
        var t5 = clear(t1, &t2, &t3, &t4)
        var t6 = clear(t2, &t3, &t4, &t5)
        let t7 = clear(t3, &t4, &t5, &t6)
        let (sum, carry) = product.high.addingReportingCarry(UInt256(t4, t5, t6, t7))
        return Scalar(reducing: sum, carry: carry)
    }

    /// Adds a multiple of n to a number whose lowest limb is t0, so that it becomes zero, and gives the limb
    /// on top of the window of four.
    ///
    /// What is dropped at t0 is 0, since n · negativeInverse is -1 modulo 2⁶⁴.
    private static func clear(
        _ t0: UInt64,
        _ t1: inout UInt64,
        _ t2: inout UInt64,
        _ t3: inout UInt64
    ) -> UInt64 {
        let multiple = t0 &* negativeInverse
        var carry: UInt64 = 0
        _ = multiplyAccumulate(t0, multiple, order.l0, &carry)
        t1 = multiplyAccumulate(t1, multiple, order.l1, &carry)
        t2 = multiplyAccumulate(t2, multiple, order.l2, &carry)
        t3 = multiplyAccumulate(t3, multiple, order.l3, &carry)
        return carry
    }
}
