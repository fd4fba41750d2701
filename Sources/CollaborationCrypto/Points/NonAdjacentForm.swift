/// The width-w non-adjacent form of an integer: digits that are 0 or odd and below 2^(w - 1) in absolute
/// value.
///
/// At most one of w consecutive digits is not 0, and on average one of w + 1 (Solinas, "Efficient arithmetic
/// on Koblitz curves", 2000).
enum NonAdjacentForm {
    /// The number of digits: one more than an integer has bits, for the carry out of the highest one.
    static let digitCount = 257

    /// Writes the digits, least significant first.
    ///
    /// `digits` must hold zeros.
    ///
    /// A window that reaches beyond bit 255 has zeros there, so its digit is positive, and no carry leaves
    /// the highest position, 256.
    static func write(_ integer: UInt256, width: Int, to digits: inout MutableSpan<Int16>) {
        let window = 1 << width
        var carry = 0
        var position = 0
        while position < digitCount {
            // Where the bit equals the carry, the digit is 0 and the carry does not change.
            let bits = integer.bits(from: position)
            let zeros = (carry == 0 ? bits : ~bits).trailingZeroBitCount
            guard zeros == 0 else {
                position += zeros
                continue
            }
            let digit = Int(truncatingIfNeeded: bits) & (window - 1) + carry
            carry = digit > window / 2 ? 1 : 0
            digits[position] = Int16(truncatingIfNeeded: digit - carry * window)
            position += width
        }
    }
}
