// Computations on many points at a time. An inversion costs far more than a multiplication, so each of them
// inverts once for all points.

extension AffinePoint {
    /// Converts points to affine coordinates.
    ///
    /// No point may be infinity.
    static func normalized(_ points: some Collection<JacobianPoint>) -> [AffinePoint] {
        zip(points, FieldElement.inverses(of: points.map { $0.z })).map { point, zInverse in
            let square = zInverse.squared
            return AffinePoint(x: point.x * square, y: point.y * (square * zInverse))
        }
    }

    /// Appends the sum of each point and a step to the points: `steps[0]` is added to the first point, `steps[1]`
    /// to the second, and so on, from the first step again after the last.
    ///
    /// Takes 5 multiplications and a squaring for a point. All differences are inverted at once by Montgomery's
    /// trick, as in ``FieldElement/inverses(of:)``.
    ///
    /// No point may be equal or opposite to its step.
    static func appendSums(to points: inout ContiguousArray<AffinePoint>, and steps: [AffinePoint]) {
        let count = points.count
        var product = FieldElement.one
        for index in 0..<count {
            let step = steps[index % steps.count]
            // In place of the sum, x is the product of the differences before this one.
            points.append(AffinePoint(x: product, y: step.y))
            product = product * (step.x - points[index].x)
        }
        var inverse = product.inverse
        for index in (0..<count).reversed() {
            let (point, step) = (points[index], steps[index % steps.count])
            let slope = (step.y - point.y) * (points[count + index].x * inverse)
            inverse = inverse * (step.x - point.x)
            let x = slope.squared - point.x - step.x
            points[count + index] = AffinePoint(x: x, y: slope * (point.x - x) - point.y)
        }
    }

    /// Fills a table of at least one entry with the odd multiples P, 3P, 5P and so on of a point.
    ///
    /// Each entry is the one before plus 2P. Both points have the same Z, so an addition takes 5
    /// multiplications and 2 squarings, and also gives 2P with the Z of the sum (Meloni, "New point addition
    /// formulae for ECC applications", 2007). `ratios` keeps the quotient of each Z by the one before, so
    /// that the inverse of the last Z gives all others, from the last to the first.
    ///
    /// No addition is exceptional: the multiples are far below n, so no two of them are equal or opposite.
    ///
    /// `ratios` must have as many elements as the table. Their values do not matter.
    static func fill(
        _ table: inout MutableSpan<AffinePoint>,
        withOddMultiplesOf point: AffinePoint,
        ratios: inout MutableSpan<FieldElement>
    ) {
        table[0] = point
        // The doubling gives 2P with Z = y, and P = (x y² / y², y⁴ / y³) has the same Z. From here to the
        // inversion, an AffinePoint holds the X and Y of a Jacobian point, and `z` its Z.
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

    /// Returns a table of the first 2^(width - 2) odd multiples of a point, which the digits of a non-adjacent
    /// form of this width select.
    ///
    /// Adding 2^k · P to the first 2^(k - 1) of them gives the next 2^(k - 1). No addition is exceptional:
    /// the terms are different positive multiples, far below n. Nor is any 2^k · P infinity.
    static func oddMultiples(of point: AffinePoint, width: Int) -> ContiguousArray<AffinePoint> {
        var table: ContiguousArray = [point]
        var power = JacobianPoint(point).doubled
        while table.count < 1 << (width - 2), let step = power.affine {
            appendSums(to: &table, and: [step])
            power.double()
        }
        return table
    }
}
