/// An unsigned integer below 2²⁵⁶ as four 64-bit limbs, least significant first.
struct UInt256: Hashable, Sendable {
    var l0: UInt64
    var l1: UInt64
    var l2: UInt64
    var l3: UInt64

    static let byteCount = 32
    static let zero = UInt256(0, 0, 0, 0)

    @inline(__always)
    init(_ l0: UInt64, _ l1: UInt64, _ l2: UInt64, _ l3: UInt64) {
        self.l0 = l0
        self.l1 = l1
        self.l2 = l2
        self.l3 = l3
    }

    @inline(__always)
    var isZero: Bool { l0 | l1 | l2 | l3 == 0 }

    /// Returns the sum modulo 2²⁵⁶ and the carry out, 0 or 1.
    @inline(__always)
    func addingReportingCarry(_ other: UInt256) -> (sum: UInt256, carry: UInt64) {
        var carry: UInt64 = 0
        let s0 = addWithCarry(l0, other.l0, &carry)
        let s1 = addWithCarry(l1, other.l1, &carry)
        let s2 = addWithCarry(l2, other.l2, &carry)
        let s3 = addWithCarry(l3, other.l3, &carry)
        return (UInt256(s0, s1, s2, s3), carry)
    }

    /// Returns the difference less a borrow of 0 or 1, modulo 2²⁵⁶, and the borrow out, 0 or 1.
    @inline(__always)
    func subtractingReportingBorrow(_ other: UInt256, borrow: UInt64 = 0) -> (difference: UInt256, borrow: UInt64) {
        var borrow = borrow
        let d0 = subtractWithBorrow(l0, other.l0, &borrow)
        let d1 = subtractWithBorrow(l1, other.l1, &borrow)
        let d2 = subtractWithBorrow(l2, other.l2, &borrow)
        let d3 = subtractWithBorrow(l3, other.l3, &borrow)
        return (UInt256(d0, d1, d2, d3), borrow)
    }

    static func < (a: UInt256, b: UInt256) -> Bool {
        a.subtractingReportingBorrow(b).borrow == 1
    }
}

extension UInt256 {
    /// Reads an integer of up to 32 bytes, most significant first.
    ///
    /// The caller has checked that the range lies within the bytes. After k bytes the integer is below 2⁸ᵏ,
    /// so no bit is shifted out.
    init(bigEndian bytes: Span<UInt8>, in range: Range<Int>) {
        self = .zero
        for index in range {
            l3 = l3 &<< 8 | l2 &>> 56
            l2 = l2 &<< 8 | l1 &>> 56
            l1 = l1 &<< 8 | l0 &>> 56
            l0 = l0 &<< 8 | UInt64(bytes[index])
        }
    }

    /// Reads 32 bytes, most significant first, from `bytes` at `offset`.
    init(bigEndian bytes: Span<UInt8>, at offset: Int) {
        self.init(bigEndian: bytes, in: offset..<offset + Self.byteCount)
    }

    /// The 32 bytes of this integer, most significant first.
    var bigEndianBytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        for index in 0..<8 {
            let shift = UInt64(truncatingIfNeeded: 56 - 8 * index)
            bytes[index] = UInt8(truncatingIfNeeded: l3 &>> shift)
            bytes[index + 8] = UInt8(truncatingIfNeeded: l2 &>> shift)
            bytes[index + 16] = UInt8(truncatingIfNeeded: l1 &>> shift)
            bytes[index + 24] = UInt8(truncatingIfNeeded: l0 &>> shift)
        }
        return bytes
    }
}

extension UInt256 {
    /// The number of bits up to the highest that is 1, and 0 for 0.
    var bitWidth: Int {
        if l3 != 0 { return 256 - l3.leadingZeroBitCount }
        if l2 != 0 { return 192 - l2.leadingZeroBitCount }
        if l1 != 0 { return 128 - l1.leadingZeroBitCount }
        return 64 - l0.leadingZeroBitCount
    }

    /// Returns this integer divided by 2^position, modulo 2⁶⁴.
    ///
    /// The position must not be negative.
    @inline(__always)
    func bits(from position: Int) -> UInt64 {
        let (low, high) =
            switch position >> 6 {
            case 0: (l0, l1)
            case 1: (l1, l2)
            case 2: (l2, l3)
            case 3: (l3, 0 as UInt64)
            default: (0 as UInt64, 0 as UInt64)
            }
        let shift = UInt64(truncatingIfNeeded: position & 63)
        // The high limb is shifted left by 64 - shift, in two steps: `&<<` takes a shift by 64 as one by 0.
        return low &>> shift | (high &<< 1) &<< (63 &- shift)
    }
}
