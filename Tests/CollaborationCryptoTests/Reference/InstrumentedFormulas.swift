@testable import CollaborationCrypto

/// Point doubling and addition in single steps.
///
/// It records the steps that needed a second correction by p.
struct InstrumentedFormulas {
    private(set) var secondCorrections: Set<String> = []
    private let p = FixedNatural.p
    private let limit = FixedNatural(EdgeNumbers.limit)

    private mutating func sum(_ name: String, _ a: FieldElement, _ b: FieldElement) -> FieldElement {
        if FixedNatural(a.montgomery) + FixedNatural(b.montgomery) >= limit + p {
            secondCorrections.insert(name)
        }
        return a + b
    }

    private mutating func difference(_ name: String, _ a: FieldElement, _ b: FieldElement) -> FieldElement {
        if FixedNatural(b.montgomery) > FixedNatural(a.montgomery) + p { secondCorrections.insert(name) }
        return a - b
    }

    private mutating func product(
        _ name: String,
        _ a: FieldElement,
        _ b: FieldElement,
        minus other: UInt512
    ) -> FieldElement {
        let product = FixedNatural(a.montgomery) * FixedNatural(b.montgomery)
        if FixedNatural(other) > product, FixedNatural(other) - product > p.timesTwoTo256 {
            secondCorrections.insert(name)
        }
        return a.multipliedInline(by: b, minus: other)
    }

    mutating func double(_ point: JacobianPoint) -> JacobianPoint {
        let (delta, gamma) = (point.z.squared, point.y.squared)
        let product = difference("X - δ", point.x, delta) * sum("X + δ", point.x, delta)
        let beta = point.x * gamma
        let alpha = sum("α", product, product.halved)
        let x = difference("α² - 2 β", alpha.squared, sum("2 β", beta, beta))
        let y = self.product(
            "α (β - X) - γ²",
            alpha,
            difference("β - X", beta, x),
            minus: UInt512(square: gamma.montgomery)
        )
        return JacobianPoint(x: x, y: y, z: point.y * point.z)
    }

    mutating func add(_ point: JacobianPoint, _ other: AffinePoint) -> JacobianPoint {
        let zSquared = point.z.squared
        let h = difference("h", other.x * zSquared, point.x)
        let r = difference("r", other.y * (point.z * zSquared), point.y)
        let (hSquared, v) = (h.squared, point.x * h.squared)
        let hCubed = h * hSquared
        let first = difference("r² - h³", r.squared, hCubed)
        let x = difference("r² - h³ - 2 v", first, sum("2 v", v, v))
        let y = product(
            "r (v - X) - Y h³",
            r,
            difference("v - X", v, x),
            minus: UInt512(product: point.y.montgomery, hCubed.montgomery)
        )
        return JacobianPoint(x: x, y: y, z: point.z * h)
    }
}
