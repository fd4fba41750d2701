@testable import CollaborationCrypto

// Conversions between the integers and points of the library and those of the reference.

extension Natural {
    init(_ integer: UInt256) {
        self.init(
            limbs: [integer.l0, integer.l1, integer.l2, integer.l3].flatMap { limb in
                [UInt32(truncatingIfNeeded: limb), UInt32(truncatingIfNeeded: limb >> 32)]
            }
        )
    }

    init(_ number: UInt512) { self = Natural(number.low) + Natural(number.high) << 256 }

    /// The 64-bit limb of weight 2^(64 index).
    func limb64(_ index: Int) -> UInt64 {
        func half(_ index: Int) -> UInt64 { index < limbs.count ? UInt64(limbs[index]) : 0 }
        return half(2 * index) | half(2 * index + 1) << 32
    }
}

extension UInt256 {
    /// Converts a number below 2²⁵⁶.
    ///
    /// A larger one is a precondition failure.
    init(_ natural: Natural) {
        precondition(natural.bitCount <= 256, "\(natural) has more than 256 bits")
        self.init(natural.limb64(0), natural.limb64(1), natural.limb64(2), natural.limb64(3))
    }
}

extension Scalar {
    /// The scalar that is congruent to a number modulo n.
    init(_ natural: Natural) { self.init(reducing: UInt256(natural % ReferenceCurve.n)) }
}

extension FieldElement {
    /// The element that is congruent to a number modulo p.
    init(value: Natural) { self.init(montgomery: UInt256((value << 256) % ReferenceCurve.p)) }
}

extension ReferencePoint {
    init(_ point: AffinePoint) { self = .affine(x: Natural(point.x.integer), y: Natural(point.y.integer)) }

    init(_ point: JacobianPoint) { self = point.affine.map(ReferencePoint.init) ?? .infinity }
}

extension AffinePoint {
    /// Nil for infinity.
    init?(_ point: ReferencePoint) {
        guard case .affine(let x, let y) = point else { return nil }
        self.init(x: FieldElement(value: x), y: FieldElement(value: y))
    }
}

extension JacobianPoint {
    /// The point with a chosen Z other than zero.
    init(_ point: AffinePoint, z: FieldElement) {
        self.init(x: point.x * z.squared, y: point.y * (z.squared * z), z: z)
    }

    /// A multiple by double-and-add, without tables or signed digits.
    init(_ scalar: Natural, doublingAndAdding point: AffinePoint) {
        self = .infinity
        for index in (0..<scalar.bitCount).reversed() {
            self = doubled
            if scalar.bit(index) { self = adding(point) }
        }
    }
}

extension JacobianPoint {
    static prefix func - (point: JacobianPoint) -> JacobianPoint { JacobianPoint(x: point.x, y: -point.y, z: point.z) }
}
