extension AffinePoint {
    /// The affine coordinates of points of which none is infinity, with one inversion for all.
    static func normalized(_ points: some Collection<JacobianPoint>) -> [AffinePoint] {
        zip(points, FieldElement.inverses(of: points.map { $0.z })).map { point, zInverse in
            let square = zInverse.squared
            return AffinePoint(x: point.x * square, y: point.y * (square * zInverse))
        }
    }

    /// The sums of points with steps, which are taken in turn, with one inversion for all: 5 multiplications
    /// and a squaring each.
    ///
    /// No point may be equal or opposite to its step.
    static func sums(of points: [AffinePoint], and steps: [AffinePoint]) -> [AffinePoint] {
        let pairs = points.enumerated().map { ($1, steps[$0 % steps.count]) }
        let inverses = FieldElement.inverses(of: pairs.map { point, step in step.x - point.x })
        return zip(pairs, inverses).map { pair, inverse in
            let (point, step) = pair
            let slope = (step.y - point.y) * inverse
            let x = slope.squared - point.x - step.x
            return AffinePoint(x: x, y: slope * (point.x - x) - point.y)
        }
    }

    /// Fills a table of at least one entry with odd multiples of a point, P, 3P, 5P and so on, with one
    /// inversion for all of them.
    ///
    /// Each is the one before plus 2P, by an addition of two points that share Z: 5 multiplications and 2
    /// squarings, and 2P comes out with the sum's Z (Meloni, "New point addition formulae for ECC
    /// applications", 2007). The ratio of one Z to the next is kept, so that the inverse of the last gives all
    /// others on the way back.
    ///
    /// None of the additions is exceptional: no two multiples of so few are equal or opposite.
    ///
    /// `ratios` is room for as many elements as the table has entries, of any value.
    static func fill(
        _ table: inout MutableSpan<AffinePoint>,
        withOddMultiplesOf point: AffinePoint,
        ratios: inout MutableSpan<FieldElement>
    ) {
        table[0] = point
        // 2P comes with Z = y, and P shares it when it is written as (x y² / y², y⁴ / y³). From here on to
        // the inversion an affine point stands for X and Y over a Z that is kept apart.
        let doubled = JacobianPoint(point).doubled
        let ySquared = point.y.squared
        var multiple = AffinePoint(x: point.x * ySquared, y: ySquared.squared)
        var step = AffinePoint(x: doubled.x, y: doubled.y)
        var z = doubled.z
        for index in 1..<table.count {
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
        }
        var inverse = z.inverse
        for index in (1..<table.count).reversed() {
            let square = inverse.squared
            let entry = table[index]
            table[index] = AffinePoint(x: entry.x * square, y: entry.y * (square * inverse))
            inverse = inverse * ratios[index]
        }
    }

    /// A table of odd multiples of a point.
    static func oddMultiples(of point: AffinePoint, count: Int) -> ContiguousArray<AffinePoint> {
        var table = ContiguousArray(repeating: point, count: count)
        var ratios = ContiguousArray(repeating: FieldElement.one, count: count)
        var tableSpan = table.mutableSpan
        var ratioSpan = ratios.mutableSpan
        fill(&tableSpan, withOddMultiplesOf: point, ratios: &ratioSpan)
        return table
    }
}
