@testable import CollaborationCrypto

/// A point of the curve as (X : Y : Z), which is (X / Z, Y / Z), or infinity where Z is zero.
///
/// Its addition is complete: it has no exceptional cases for equal points, opposite points or infinity. Tests
/// that need thousands of multiples use it as the reference.
struct ReferenceProjectivePoint: Sendable {
    let x: ReferenceFieldElement
    let y: ReferenceFieldElement
    let z: ReferenceFieldElement

    static let infinity = ReferenceProjectivePoint(x: .zero, y: .one, z: .zero)
    static let generator = ReferenceProjectivePoint(ReferenceCurve.generator)

    private static let threeB = ReferenceFieldElement(3 * ReferenceCurve.b)

    /// The complete addition of Bosma and Lenstra for y² = x³ + a x + b with a = -3, as Renes, Costello and
    /// Batina give it, "Complete addition formulas for prime order elliptic curves", 2016, (1).
    static func + (p: Self, q: Self) -> Self {
        let (xx, yy, zz) = (p.x * q.x, p.y * q.y, p.z * q.z)
        let xy = p.x * q.y + q.x * p.y
        let yz = p.y * q.z + q.y * p.z
        let xz = p.x * q.z + q.x * p.z
        // a (X1 Z2 + X2 Z1) + 3 b Z1 Z2, a X1 X2 + 3 b (X1 Z2 + X2 Z1) - a² Z1 Z2, and 3 X1 X2 + a Z1 Z2.
        let s = threeB * zz - xz.tripled
        let t = threeB * xz - xx.tripled - zz.tripled.tripled
        let u = xx.tripled - zz.tripled
        let (difference, sum) = (yy - s, yy + s)
        return Self(
            x: xy * difference - yz * t,
            y: sum * difference + u * t,
            z: yz * sum + xy * u
        )
    }

}

extension ReferenceProjectivePoint {
    /// The doubles 2^i · G, for i up to 255.
    private static let doubles: [Self] = (1..<256).reduce(into: [generator]) { doubles, index in
        doubles.append(doubles[index - 1] + doubles[index - 1])
    }

    /// A multiple of G, with stored doubles.
    init(generatorTimes k: Natural) {
        self = (0..<256).filter(k.bit).reduce(Self.infinity) { $0 + Self.doubles[$1] }
    }

    /// The multiple of a point by double-and-add.
    static func * (scalar: Natural, point: Self) -> Self {
        (0..<scalar.bitCount).reversed().reduce(Self.infinity) { sum, index in
            let double = sum + sum
            return scalar.bit(index) ? double + point : double
        }
    }
}

extension ReferenceProjectivePoint {
    init(x: ReferenceFieldElement, y: ReferenceFieldElement) {
        self.init(x: x, y: y, z: .one)
    }

    init(_ point: ReferencePoint) {
        guard case .affine(let x, let y) = point else {
            self = .infinity
            return
        }
        self.init(x: ReferenceFieldElement(x), y: ReferenceFieldElement(y))
    }

    /// Whether a point of the library equals this one: x / z² = X / Z and y / z³ = Y / Z, without division.
    func isEqual(to point: JacobianPoint) -> Bool {
        let otherZ = ReferenceFieldElement(point.z)
        guard !z.isZero, !otherZ.isZero else { return z.isZero && otherZ.isZero }
        let square = otherZ.squared
        return x * square == ReferenceFieldElement(point.x) * z
            && y * square * otherZ == ReferenceFieldElement(point.y) * z
    }
}

extension AffinePoint {
    /// Nil for infinity.
    init?(_ point: ReferenceProjectivePoint) {
        guard !point.z.isZero else { return nil }
        let inverse = point.z.inverse
        self.init(x: FieldElement(point.x * inverse), y: FieldElement(point.y * inverse))
    }
}
