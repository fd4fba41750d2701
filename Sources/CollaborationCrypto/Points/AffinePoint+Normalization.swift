extension AffinePoint {
    /// The affine coordinates of points of which none is infinity, with one inversion for all.
    static func normalized(_ points: some Collection<JacobianPoint>) -> [AffinePoint] {
        zip(points, FieldElement.inverses(of: points.map { $0.z })).map { point, zInverse in
            let square = zInverse.squared
            return AffinePoint(x: point.x * square, y: point.y * (square * zInverse))
        }
    }
}
