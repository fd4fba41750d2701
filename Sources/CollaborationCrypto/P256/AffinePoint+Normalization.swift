extension AffinePoint {
    /// The affine coordinates of points of which none is infinity, with one inversion for all.
    ///
    /// Montgomery's trick: the inverse of a product gives each factor's inverse, when the products of the
    /// factors before it are kept.
    static func normalized(_ points: [JacobianPoint]) -> [AffinePoint] {
        var product = FieldElement.one
        let productsBefore = points.map { point in
            defer { product = product * point.z }
            return product
        }
        var inverse = product.inverse
        var affine: [AffinePoint] = []
        affine.reserveCapacity(points.count)
        for (point, productBefore) in zip(points, productsBefore).reversed() {
            let zInverse = inverse * productBefore
            inverse = inverse * point.z
            let square = zInverse.squared
            affine.append(AffinePoint(x: point.x * square, y: point.y * (square * zInverse)))
        }
        affine.reverse()
        return affine
    }
}
