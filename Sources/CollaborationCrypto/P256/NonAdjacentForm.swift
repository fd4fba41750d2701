/// The digits of an integer in width-w non-adjacent form, least significant first.
///
/// A digit is 0 or odd with an absolute value below 2^(w - 1), and of w consecutive digits at most one is not 0, so that
/// one in w + 1 is on average (Solinas, "Efficient arithmetic on Koblitz curves", 2000).
struct NonAdjacentForm: Sendable {
    /// One more than the bits of an integer, for the carry out of the highest.
    static let count = 257

    private(set) var digits: [Int16]

    init(_ integer: UInt256, width: Int) {
        digits = Array(repeating: 0, count: Self.count)
        let window = 1 << width
        var rest = integer
        var carry = 0
        var position = 0
        while position < Self.count {
            let low = Int(truncatingIfNeeded: rest.l0 & UInt64(window - 1)) + carry
            guard low & 1 == 1 else {
                rest.shiftRight(1)
                position += 1
                continue
            }
            carry = low > window / 2 ? 1 : 0
            digits[position] = Int16(low - carry * window)
            rest.shiftRight(width)
            position += width
        }
    }
}
