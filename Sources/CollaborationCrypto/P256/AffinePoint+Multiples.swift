extension AffinePoint {
    /// Which multiples of a point a table holds.
    enum Spacing {
        /// P, 2P, 3P and so on.
        case every

        /// P, 3P, 5P and so on.
        case odd
    }

    /// Fills a table of at least two entries with multiples of a point, with one inversion for all of them.
    ///
    /// Each multiple is the one before plus a step, by an addition of two points that share Z: 5
    /// multiplications and 2 squarings, and the step comes out with the sum's Z (Meloni, "New point addition
    /// formulae for ECC applications", 2007). The ratio of one Z to the next is kept, so that the inverse of
    /// the last gives all others on the way back.
    ///
    /// None of the additions is exceptional: no two multiples of so few are equal or opposite.
    ///
    /// `ratios` is room for as many elements as the table has entries, of any value.
    static func fill(
        _ table: inout MutableSpan<AffinePoint>,
        with spacing: Spacing,
        of point: AffinePoint,
        ratios: inout MutableSpan<FieldElement>
    ) {
        table[0] = point
        // 2P comes with Z = y, and P shares it when it is written as (x y² / y², y⁴ / y³). From here on to
        // the inversion an affine point stands for X and Y over a Z that is kept apart.
        let doubled = JacobianPoint(point).doubled
        let ySquared = point.y.squared
        let once = AffinePoint(x: point.x * ySquared, y: ySquared.squared)
        let twice = AffinePoint(x: doubled.x, y: doubled.y)
        var z = doubled.z
        var (step, multiple) = spacing == .odd ? (twice, once) : (once, twice)
        var index = 1
        if spacing == .every {
            table[1] = twice
            index = 2
        }
        while index < table.count {
            let h = step.x - multiple.x
            let r = step.y - multiple.y
            let hSquared = h.squared
            let b = step.x * hSquared
            let c = multiple.x * hSquared
            let stepY = step.y * (b - c)
            multiple.x = r.squared - b - c
            multiple.y = r * (b - multiple.x) - stepY
            step = AffinePoint(x: b, y: stepY)
            z = z * h
            table[index] = multiple
            ratios[index] = h
            index += 1
        }
        var inverse = z.inverse
        while index > 1 {
            index -= 1
            let square = inverse.squared
            let entry = table[index]
            table[index] = AffinePoint(x: entry.x * square, y: entry.y * (square * inverse))
            inverse = inverse * ratios[index]
        }
    }

    /// A table of multiples of a point.
    static func multiples(of point: AffinePoint, spacing: Spacing, count: Int) -> [AffinePoint] {
        var table = Array(repeating: point, count: count)
        var ratios = Array(repeating: FieldElement.one, count: count)
        var tableSpan = table.mutableSpan
        var ratioSpan = ratios.mutableSpan
        fill(&tableSpan, with: spacing, of: point, ratios: &ratioSpan)
        return table
    }
}
