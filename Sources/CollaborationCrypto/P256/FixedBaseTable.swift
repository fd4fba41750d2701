/// Multiples of one point, of which any multiple of it is a sum: no doubling is left to do.
struct FixedBaseTable: Sendable {
    /// The bits of a window.
    private let width: Int

    /// The multiples, window by window.
    ///
    /// At index i · 2^(width - 1) + j - 1 stands j · 2^(width · i) · base, for j from 1 to 2^(width - 1).
    private let entries: [AffinePoint]

    /// The generator's table, made when the first key is prepared.
    static let generator = FixedBaseTable(base: .generator, width: 8)

    init(base: AffinePoint, width: Int) {
        self.width = width
        let windowCount = 256 / width + 1
        var unit = JacobianPoint(base)
        let units = (0..<windowCount).map { _ in
            defer { for _ in 0..<width { unit.double() } }
            return unit
        }
        entries = AffinePoint.normalized(units).flatMap { unit in
            AffinePoint.multiples(of: unit, spacing: .every, count: 1 << (width - 1))
        }
    }

    /// Adds a multiple of the base to a point.
    ///
    /// The scalar is read in windows, as digits from -2^(width - 1) to 2^(width - 1) with a carry into the next (Booth).
    func add(_ scalar: Scalar, to sum: inout JacobianPoint) {
        let half = 1 << (width - 1)
        var rest = scalar.integer
        var carry = 0
        for start in stride(from: 0, to: entries.count, by: half) {
            let digit = Int(truncatingIfNeeded: rest.l0) & (2 * half - 1) + carry
            rest.shiftRight(width)
            carry = digit > half ? 1 : 0
            let signed = digit - carry * 2 * half
            if signed > 0 {
                sum.add(entries[start + signed - 1])
            } else if signed < 0 {
                sum.add(-entries[start - signed - 1])
            }
        }
    }
}
