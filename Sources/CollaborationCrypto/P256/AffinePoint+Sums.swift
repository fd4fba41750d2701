extension AffinePoint {
    /// The sums of points with steps, which are taken in turn, with one inversion for all: 5 multiplications
    /// and a squaring each.
    ///
    /// No point may be equal or opposite to its step.
    static func sums(_ points: [AffinePoint], _ steps: [AffinePoint]) -> [AffinePoint] {
        let pairs = points.enumerated().map { index, point in (point: point, step: steps[index % steps.count])
        }
        return zip(pairs, FieldElement.inverses(of: pairs.map { $0.step.x - $0.point.x })).map {
            pair,
            inverse in
            let slope = (pair.step.y - pair.point.y) * inverse
            let x = slope.squared - pair.point.x - pair.step.x
            return AffinePoint(x: x, y: slope * (pair.point.x - x) - pair.point.y)
        }
    }
}
