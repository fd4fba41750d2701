/// A point in Jacobian coordinates without its Z, which it shares with another point.
struct CoZPoint: Sendable {
    var x: FieldElement
    var y: FieldElement

    static let zero = CoZPoint(x: .zero, y: .zero)
}

/// An entry of a table of odd multiples before the inversion: its Jacobian X and Y, and the ratio of its Z to
/// the Z of the entry before.
struct OddMultiple: Sendable {
    var point: CoZPoint
    var zRatio: FieldElement

    /// What an entry holds before it is computed.
    static let unused = OddMultiple(point: .zero, zRatio: .zero)
}

extension AffinePoint {
    /// Fills a table of at least one entry with the odd multiples P, 3P, 5P and so on of a point.
    ///
    /// Each multiple is the one before plus 2P. Both points have the same Z, so an addition takes 5
    /// multiplications and 2 squarings, and also gives 2P with the Z of the sum. This is "zadd-2007-m" of the
    /// Explicit-Formulas Database (Meloni, "New point addition formulae for ECC applications", 2007), with 2P
    /// as the first point. One inversion, of the last Z, then gives all others, from the last to the first.
    ///
    /// No addition is exceptional: the multiples are far below n, so no two of them are equal or opposite.
    ///
    /// `multiples` must have as many elements as the table. Their values do not matter.
    static func fill(
        _ table: inout MutableSpan<AffinePoint>,
        withOddMultiplesOf point: AffinePoint,
        using multiples: inout MutableSpan<OddMultiple>
    ) {
        // Doubling an affine point gives Z = y, and P = (x y² / y², y⁴ / y³) has the same Z.
        let doubled = JacobianPoint(point).doubled
        var twice = CoZPoint(x: doubled.x, y: doubled.y)
        let ySquared = point.y.squared
        var multiple = CoZPoint(x: point.x * ySquared, y: ySquared.squared)
        var z = doubled.z
        for index in 1..<table.count {
            let h = multiple.x - twice.x  // X2 - X1
            let r = multiple.y - twice.y  // Y2 - Y1
            let a = h.squared  // A = (X2 - X1)²
            let b = twice.x * a  // B = X1 · A
            let c = multiple.x * a  // C = X2 · A
            let d = r.squared  // D = (Y2 - Y1)²
            let y = twice.y * (c - b)  // Y1 · (C - B)
            multiple.x = d - b - c  // X3 = D - B - C
            multiple.y = r * (b - multiple.x) - y  // Y3 = (Y2 - Y1) · (B - X3) - Y1 · (C - B)
            z = z * h  // Z3 = Z1 · (X2 - X1)
            twice = CoZPoint(x: b, y: y)  // The first point with the new Z.
            multiples[index] = OddMultiple(point: multiple, zRatio: h)
        }
        table[0] = point
        var inverse = z.inverse
        for index in (1..<table.count).reversed() {
            let (point, zRatio) = (multiples[index].point, multiples[index].zRatio)
            let square = inverse.squared
            table[index] = AffinePoint(x: point.x * square, y: point.y * (square * inverse))
            inverse = inverse * zRatio
        }
    }
}

/// A table of odd multiples of the generator, which the digits of a non-adjacent form select.
enum GeneratorTable {
    /// The width of the non-adjacent form.
    ///
    /// The table has 2^(width - 2) points of 64 bytes, 32 KiB.
    static let width = 11

    /// The points (2i + 1) G at index i, computed at first use.
    static let points = filled()

    private static func filled() -> ContiguousArray<AffinePoint> {
        let count = 1 << (width - 2)
        var points = ContiguousArray(repeating: AffinePoint.generator, count: count)
        var multiples = ContiguousArray(repeating: OddMultiple.unused, count: count)
        var table = points.mutableSpan
        var scratch = multiples.mutableSpan
        AffinePoint.fill(&table, withOddMultiplesOf: .generator, using: &scratch)
        return points
    }
}
