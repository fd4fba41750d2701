/// A point of the curve in Jacobian coordinates: (X / Z², Y / Z³), and infinity where Z is zero.
///
/// Each coordinate is any representation of its element, as every field operation takes and gives it.
struct JacobianPoint: Sendable {
    var x: FieldElement
    var y: FieldElement
    var z: FieldElement

    static let infinity = JacobianPoint(x: .one, y: .one, z: .zero)

    @inline(__always)
    init(x: FieldElement, y: FieldElement, z: FieldElement) {
        self.x = x
        self.y = y
        self.z = z
    }

    @inline(__always)
    init(_ point: AffinePoint) {
        self.init(x: point.x, y: point.y, z: .one)
    }

    @inline(__always)
    var isInfinity: Bool { z.isZero }

    /// The point's two coordinates, or nil for infinity, at the price of an inversion.
    var affine: AffinePoint? {
        guard !isInfinity else { return nil }
        let inverse = z.inverse
        let square = inverse.squared
        return AffinePoint(x: x * square, y: y * square * inverse)
    }
}
