extension AffinePoint {
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
}
