/// An unsigned integer below 2⁵¹² as two halves, such as a product of two 256-bit integers.
///
/// Products and squares are not inlined on WebAssembly, nor is their reduction: a module would be a quarter
/// larger and no faster, and web pages download it.
struct UInt512: Sendable {
    var low: UInt256
    var high: UInt256
}

extension UInt512 {
    /// Multiplies two integers by the schoolbook method, with one row for each limb of the first.
    #if !arch(wasm32)
        @inline(__always)
    #endif
    init(product a: UInt256, _ b: UInt256) {
        var low = UInt256.zero
        var t4 = Self.addRow(a.l0, b, &low.l0, &low.l1, &low.l2, &low.l3)
        var t5 = Self.addRow(a.l1, b, &low.l1, &low.l2, &low.l3, &t4)
        var t6 = Self.addRow(a.l2, b, &low.l2, &low.l3, &t4, &t5)
        let t7 = Self.addRow(a.l3, b, &low.l3, &t4, &t5, &t6)
        self.init(low: low, high: UInt256(t4, t5, t6, t7))
    }

    /// Adds `a * b` to a window of four limbs and returns the fifth limb of the sum.
    ///
    /// One chain of carries adds the low halves of the four products and another the high halves. The sum of
    /// window and product is at most 2³²⁰ - 2⁶⁴. Its fifth limb is `top` plus the second carry, so neither
    /// carry makes `top` overflow.
    @inline(__always)
    private static func addRow(
        _ a: UInt64,
        _ b: UInt256,
        _ t0: inout UInt64,
        _ t1: inout UInt64,
        _ t2: inout UInt64,
        _ t3: inout UInt64
    ) -> UInt64 {
        let p0 = fullProduct(a, b.l0)
        let p1 = fullProduct(a, b.l1)
        let p2 = fullProduct(a, b.l2)
        let p3 = fullProduct(a, b.l3)
        var carry: UInt64 = 0
        t0 = addWithCarry(t0, p0.low, &carry)
        t1 = addWithCarry(t1, p1.low, &carry)
        t2 = addWithCarry(t2, p2.low, &carry)
        t3 = addWithCarry(t3, p3.low, &carry)
        let top = p3.high &+ carry
        carry = 0
        t1 = addWithCarry(t1, p0.high, &carry)
        t2 = addWithCarry(t2, p1.high, &carry)
        t3 = addWithCarry(t3, p2.high, &carry)
        return top &+ carry
    }

    /// Squares an integer: twice the products of different limbs, plus the squares of the limbs.
    #if !arch(wasm32)
        @inline(__always)
    #endif
    init(square a: UInt256) {
        // The products of different limbs, at limbs 1 to 6. Their sum is below 2⁴⁴⁸, so t6 does not overflow
        // when it takes the carries of both chains, and twice the sum has at most one bit in limb 7.
        let p01 = fullProduct(a.l0, a.l1)
        let p02 = fullProduct(a.l0, a.l2)
        let p03 = fullProduct(a.l0, a.l3)
        let p12 = fullProduct(a.l1, a.l2)
        let p13 = fullProduct(a.l1, a.l3)
        let p23 = fullProduct(a.l2, a.l3)
        var carry: UInt64 = 0
        var t1 = p01.low
        var t2 = addWithCarry(p01.high, p02.low, &carry)
        var t3 = addWithCarry(p02.high, p03.low, &carry)
        var t4 = addWithCarry(p03.high, p13.low, &carry)
        var t5 = addWithCarry(p13.high, p23.low, &carry)
        var t6 = p23.high &+ carry
        carry = 0
        t3 = addWithCarry(t3, p12.low, &carry)
        t4 = addWithCarry(t4, p12.high, &carry)
        t5 = addWithCarry(t5, 0, &carry)
        t6 = t6 &+ carry
        carry = 0
        t1 = addWithCarry(t1, t1, &carry)
        t2 = addWithCarry(t2, t2, &carry)
        t3 = addWithCarry(t3, t3, &carry)
        t4 = addWithCarry(t4, t4, &carry)
        t5 = addWithCarry(t5, t5, &carry)
        t6 = addWithCarry(t6, t6, &carry)
        var t7 = carry
        // The squares of the limbs, at all limbs. The result is below 2⁵¹², so the last carry is 0.
        let d0 = fullProduct(a.l0, a.l0)
        let d1 = fullProduct(a.l1, a.l1)
        let d2 = fullProduct(a.l2, a.l2)
        let d3 = fullProduct(a.l3, a.l3)
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

    /// Returns the difference modulo 2⁵¹² and the borrow out, 0 or 1.
    @inline(__always)
    func subtractingReportingBorrow(_ other: UInt512) -> (difference: UInt512, borrow: UInt64) {
        let (low, lowBorrow) = low.subtractingReportingBorrow(other.low)
        let (high, borrow) = high.subtractingReportingBorrow(other.high, borrow: lowBorrow)
        return (UInt512(low: low, high: high), borrow)
    }
}
