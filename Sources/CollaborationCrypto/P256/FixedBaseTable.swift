/// Multiples of one point, of which any multiple of it is a sum, with few doublings or none.
///
/// A scalar is read in windows, as digits from -2^(width - 1) to 2^(width - 1) with a carry into the next
/// window (Booth). Of `spacing` successive windows only the first has its multiples in the table: the digits
/// of the others are added up first and doubled into their place, at the price of `width` doublings for each
/// (Lim and Lee, "More flexible exponentiation with precomputation", 1994).
struct FixedBaseTable: Sendable {
    /// The bits of a window.
    private let width: Int

    /// The number of windows that share a row of the table.
    private let spacing: Int

    /// The multiples, row by row.
    ///
    /// A row has h = 2^(width - 1) entries: at index h · i + j - 1 stands j · 2^(width · spacing · i) · base,
    /// for j from 1 to h.
    private let entries: [AffinePoint]

    /// The generator's table, 832 KiB, made when the first key is prepared.
    static let generator = FixedBaseTable(base: .generator, width: 10, spacing: 1)

    init(base: AffinePoint, width: Int, spacing: Int = 1) {
        self.width = width
        self.spacing = spacing
        // The windows reach beyond bit 255, so that the highest bit of the last is 0 and carries nothing.
        let windowCount = 256 / width + 1
        let rowCount = (windowCount + spacing - 1) / spacing
        var unit = JacobianPoint(base)
        var units = [unit]
        while units.count < rowCount {
            for _ in 0..<width * spacing {
                unit.double()
            }
            units.append(unit)
        }
        var entries: [AffinePoint] = []
        entries.reserveCapacity(rowCount << (width - 1))
        for unit in AffinePoint.normalized(units) {
            entries += AffinePoint.multiples(of: unit, spacing: .every, count: 1 << (width - 1))
        }
        self.entries = entries
    }

    /// Adds a multiple of the base to a point, which is doubled `width * (spacing - 1)` times on the way.
    func add(_ scalar: Scalar, to sum: inout JacobianPoint) {
        let half = 1 << (width - 1)
        for offset in (0..<spacing).reversed() {
            // An entry is read while the one before it is added, since it may have to come from far away.
            var pending: AffinePoint?
            var position = width * offset
            for row in stride(from: 0, to: entries.count, by: half) {
                let digit = digit(of: scalar.integer, at: position)
                position += width * spacing
                guard digit != 0 else { continue }
                let entry = digit > 0 ? entries[row + digit - 1] : -entries[row - digit - 1]
                if let pending { sum.add(pending) }
                pending = entry
            }
            if let pending { sum.add(pending) }
            for _ in 0..<(offset > 0 ? width : 0) {
                sum.double()
            }
        }
    }

    /// The digit of a window: its bits and the bit below it, less 2^width if its highest bit is set.
    @inline(__always)
    private func digit(of integer: UInt256, at position: Int) -> Int {
        let window = integer.bits(from: position)
        let bitBelow = position == 0 ? 0 : integer.bits(from: position - 1) & 1
        let highest = window &>> UInt64(truncatingIfNeeded: width - 1) & 1
        let bits = window & (1 &<< UInt64(truncatingIfNeeded: width) &- 1)
        return Int(truncatingIfNeeded: bits &+ bitBelow) &- Int(truncatingIfNeeded: highest) &<< width
    }
}
