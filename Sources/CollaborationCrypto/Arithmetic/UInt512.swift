/// An unsigned integer below 2⁵¹², as two halves: what a product of two 256-bit integers is.
struct UInt512: Sendable {
    var low: UInt256
    var high: UInt256

    @inline(__always)
    init(low: UInt256, high: UInt256) {
        self.low = low
        self.high = high
    }

    /// The product of two integers, by the schoolbook method, a row for each limb of the first.
    @inline(__always)
    init(product a: UInt256, _ b: UInt256) {
        var (t0, t1, t2, t3): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var t4 = Self.addRow(a.l0, b, &t0, &t1, &t2, &t3)
        var t5 = Self.addRow(a.l1, b, &t1, &t2, &t3, &t4)
        var t6 = Self.addRow(a.l2, b, &t2, &t3, &t4, &t5)
        let t7 = Self.addRow(a.l3, b, &t3, &t4, &t5, &t6)
        self.init(low: UInt256(t0, t1, t2, t3), high: UInt256(t4, t5, t6, t7))
    }

    /// Adds `a * b` to a window of four limbs; the carry is the limb above it.
    @inline(__always)
    private static func addRow(
        _ a: UInt64,
        _ b: UInt256,
        _ t0: inout UInt64,
        _ t1: inout UInt64,
        _ t2: inout UInt64,
        _ t3: inout UInt64
    ) -> UInt64 {
        var carry: UInt64 = 0
        t0 = multiplyAccumulate(t0, a, b.l0, &carry)
        t1 = multiplyAccumulate(t1, a, b.l1, &carry)
        t2 = multiplyAccumulate(t2, a, b.l2, &carry)
        t3 = multiplyAccumulate(t3, a, b.l3, &carry)
        return carry
    }

    /// The square of an integer: the products of two different limbs once, doubled, and the squares of the limbs.
    @inline(__always)
    init(square a: UInt256) {
        // The products below the diagonal: a0 * (a1, a2, a3), a1 * (a2, a3), a2 * a3, at limbs 1 to 6.
        var carry: UInt64 = 0
        var t1 = multiplyAccumulate(0, a.l0, a.l1, &carry)
        var t2 = multiplyAccumulate(0, a.l0, a.l2, &carry)
        var t3 = multiplyAccumulate(0, a.l0, a.l3, &carry)
        var t4 = carry
        carry = 0
        t3 = multiplyAccumulate(t3, a.l1, a.l2, &carry)
        t4 = multiplyAccumulate(t4, a.l1, a.l3, &carry)
        var t5 = carry
        carry = 0
        t5 = multiplyAccumulate(t5, a.l2, a.l3, &carry)
        var t6 = carry
        // Twice their sum is at most the square, so that the carry out of limb 7 is 0.
        carry = 0
        t1 = addWithCarry(t1, t1, &carry)
        t2 = addWithCarry(t2, t2, &carry)
        t3 = addWithCarry(t3, t3, &carry)
        t4 = addWithCarry(t4, t4, &carry)
        t5 = addWithCarry(t5, t5, &carry)
        t6 = addWithCarry(t6, t6, &carry)
        var t7 = carry
        // The diagonal.
        let (d0, d1, d2, d3) = (
            a.l0.multipliedFullWidth(by: a.l0), a.l1.multipliedFullWidth(by: a.l1),
            a.l2.multipliedFullWidth(by: a.l2), a.l3.multipliedFullWidth(by: a.l3)
        )
        carry = 0
        t1 = addWithCarry(t1, d0.high, &carry)
        t2 = addWithCarry(t2, d1.low, &carry)
        t3 = addWithCarry(t3, d1.high, &carry)
        t4 = addWithCarry(t4, d2.low, &carry)
        t5 = addWithCarry(t5, d2.high, &carry)
        t6 = addWithCarry(t6, d3.low, &carry)
        t7 = addWithCarry(t7, d3.high, &carry)
        self.init(low: UInt256(d0.low, t1, t2, t3), high: UInt256(t4, t5, t6, t7))
    }
}
