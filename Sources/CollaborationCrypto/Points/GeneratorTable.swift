/// Odd multiples of the generator, for the digits of a wide non-adjacent form.
enum GeneratorTable {
    /// The width of the form that the table serves: 2^(width - 2) points of 64 bytes, 32 KiB.
    static let width = 11

    /// The point (2i + 1) G at index i, made at first use.
    static let points = AffinePoint.oddMultiples(of: .generator, count: 1 << (width - 2))
}
