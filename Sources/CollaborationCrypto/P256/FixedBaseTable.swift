/// Multiples of one point, with which any multiple of it is a sum of table entries, without a doubling.
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
        let half = 1 << (width - 1)
        var multiples: [JacobianPoint] = []
        multiples.reserveCapacity(windowCount * half)
        var unit = JacobianPoint(base)
        for _ in 0..<windowCount {
            let cached = CachedPoint(unit)
            var multiple = unit
            for _ in 1..<half {
                multiples.append(multiple)
                multiple = multiple.adding(cached)
            }
            multiples.append(multiple)
            unit = multiple.doubled
        }
        entries = AffinePoint.normalized(multiples)
    }

    /// Adds a multiple of the base to a point.
    ///
    /// The scalar is read in windows as digits in -2^(width - 1) ... 2^(width - 1), with a carry into the next window (Booth).
    func add(_ scalar: Scalar, to sum: inout JacobianPoint) {
        let half = 1 << (width - 1)
        var rest = scalar.integer
        var carry = 0
        for window in 0..<entries.count / half {
            let digit = Int(truncatingIfNeeded: rest.l0) & (2 * half - 1) + carry
            rest.shiftRight(width)
            carry = digit > half ? 1 : 0
            let signed = digit - carry * 2 * half
            if signed > 0 {
                sum = sum.adding(entries[window * half + signed - 1])
            } else if signed < 0 {
                sum = sum.adding(-entries[window * half - signed - 1])
            }
        }
    }
}
