/// An integer below n, the prime order of P-256's group (SP 800-186).
struct Scalar: Hashable, Sendable {
    let integer: UInt256

    /// Makes a scalar of an integer below n; nil for n and above.
    init?(_ integer: UInt256) {
        guard integer < Self.order else { return nil }
        self.integer = integer
    }

    /// Reduces integer + 2²⁵⁶ · carry modulo n.
    ///
    /// The sum must be below 2n, which any integer without a carry is.
    ///
    /// One subtraction of n suffices. The difference is kept unless it borrowed and there was no carry.
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

    /// 2⁵¹² mod n.
    private static let montgomeryFactor = UInt256(
        0x8324_4c95_be79_eea2,
        0x4699_799c_49bd_6fa6,
        0x2845_b239_2b6b_ec59,
        0x66e1_2d94_f3d9_5620
    )

    /// -1 / n mod 2⁶⁴.
    private static let negativeInverse: UInt64 = 0xccd1_c8aa_ee00_bc4f

    /// Divides two scalars by a third, which must not be zero, with one inversion.
    ///
    /// The inverse is multiplied by 2²⁵⁶, so the Montgomery product of a dividend with it is the quotient.
    static func quotients(_ a: Scalar, _ b: Scalar, by divisor: Scalar) -> (Scalar, Scalar) {
        let inverse = montgomeryProduct(inversion.inverse(of: divisor.integer), montgomeryFactor).integer
        return (montgomeryProduct(a.integer, inverse), montgomeryProduct(b.integer, inverse))
    }

    /// Returns the product of two integers below n divided by 2²⁵⁶ modulo n.
    ///
    /// Each of the four steps adds the multiple of n that clears the lowest limb. The multiples sum to less
    /// than 2²⁵⁶ · n, and so is the product. The quotient is therefore below 2n, and one subtraction
    /// suffices.
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

    /// Adds the multiple of n that clears the lowest limb, t0, and returns the fifth limb of the sum.
    ///
    /// The discarded low limb is 0, since n · negativeInverse is -1 modulo 2⁶⁴.
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
