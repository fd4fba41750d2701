/// An integer below n, the prime order of P-256's group (SP 800-186).
package struct Scalar: Hashable, Sendable {
    let integer: UInt256

    static let zero = Scalar(reducing: .zero)

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

    /// Reduces a digest, as an integer, modulo n (FIPS 186-5, 6.4.1).
    package init(reducing digest: SHA256Digest) {
        self.init(reducing: digest.integer)
    }

    package var isZero: Bool { integer.isZero }
}

extension Scalar {
    /// R² mod n, where R is 2²⁵⁶.
    private static let rSquared = UInt256(
        0x8324_4c95_be79_eea2,
        0x4699_799c_49bd_6fa6,
        0x2845_b239_2b6b_ec59,
        0x66e1_2d94_f3d9_5620
    )

    /// -1 / n mod 2⁶⁴.
    private static let negativeInverse: UInt64 = 0xccd1_c8aa_ee00_bc4f

    /// The multiplicative inverse, and zero for zero.
    package var inverse: Scalar {
        Scalar(reducing: integer.inverse(modulo: Self.order))
    }

    package static func + (a: Scalar, b: Scalar) -> Scalar {
        let (sum, carry) = a.integer.addingReportingCarry(b.integer)
        return Scalar(reducing: sum, carry: carry)
    }

    /// Returns the product, computed as (a b / R) R² / R by two Montgomery products.
    package static func * (a: Scalar, b: Scalar) -> Scalar {
        montgomeryProduct(montgomeryProduct(a.integer, b.integer).integer, rSquared)
    }

    /// Returns the product of two integers below n divided by 2²⁵⁶ modulo n.
    ///
    /// Each of the four steps adds the multiple of n that clears the lowest limb. The multiples sum to less than
    /// 2²⁵⁶ · n, and so is the product. The quotient is therefore below 2n, and one subtraction suffices.
    static func montgomeryProduct(_ a: UInt256, _ b: UInt256) -> Scalar {
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
    private static func clear(_ t0: UInt64, _ t1: inout UInt64, _ t2: inout UInt64, _ t3: inout UInt64) -> UInt64 {
        let multiple = t0 &* negativeInverse
        var carry: UInt64 = 0
        _ = multiplyAccumulate(t0, multiple, order.l0, &carry)
        t1 = multiplyAccumulate(t1, multiple, order.l1, &carry)
        t2 = multiplyAccumulate(t2, multiple, order.l2, &carry)
        t3 = multiplyAccumulate(t3, multiple, order.l3, &carry)
        return carry
    }
}

// What signing needs beyond verification: see KeyArithmetic.swift.
extension Scalar {
    /// Reads an integer below n from 32 bytes, most significant first; nil for any other bytes.
    package init?(bigEndian bytes: [UInt8]) {
        guard bytes.count == UInt256.byteCount else { return nil }
        // `Array.span` needs macOS 26, `ArraySlice.span` does not.
        let bytes = bytes[0...]
        self.init(UInt256(bigEndian: bytes.span, at: 0))
    }

    /// The integer's 32 bytes, most significant first.
    package var bigEndianBytes: [UInt8] { integer.bigEndianBytes }
}
