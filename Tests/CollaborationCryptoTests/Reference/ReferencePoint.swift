/// A point of the curve y² = x³ - 3x + b in the reference: its coordinates as integers below p.
enum ReferencePoint: Hashable, Sendable {
    case infinity
    case affine(x: Natural, y: Natural)

    static prefix func - (point: ReferencePoint) -> ReferencePoint {
        guard case .affine(let x, let y) = point else { return .infinity }
        return .affine(x: x, y: Natural.zero.minus(y, modulo: ReferenceCurve.p))
    }

    /// The sum by the chord, or by the tangent if the points are equal.
    static func + (a: ReferencePoint, b: ReferencePoint) -> ReferencePoint {
        guard case .affine(let x1, let y1) = a else { return b }
        guard case .affine(let x2, let y2) = b else { return a }
        guard a != -b else { return .infinity }
        let p = ReferenceCurve.p
        let (rise, run) =
            a == b ? ((3 * x1 * x1).minus(3, modulo: p), 2 * y1) : (y2.minus(y1, modulo: p), x2.minus(x1, modulo: p))
        // The run is not zero modulo the prime p.
        guard let inverse = run.inverse(modulo: p) else { preconditionFailure("\(a) and \(b) share x alone") }
        let slope = rise * inverse % p
        let x3 = (slope * slope % p).minus((x1 + x2) % p, modulo: p)
        return .affine(x: x3, y: (slope * x1.minus(x3, modulo: p) % p).minus(y1, modulo: p))
    }
}
