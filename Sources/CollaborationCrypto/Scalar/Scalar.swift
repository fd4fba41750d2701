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
