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

    private mutating func reduced(_ name: String, _ element: UnreducedElement) -> FieldElement {
        if element.needsSecondFolding { secondCorrections.insert(name) }
        return element.reduced
    }

    mutating func double(_ point: JacobianPoint) -> JacobianPoint {
        let (delta, gamma) = (point.z.squared, point.y.squared)
        let product = difference("X - δ", point.x, delta) * sum("X + δ", point.x, delta)
        let beta = point.x * gamma
        let alpha = sum("α", product, product.halved)
        let x = reduced("α² - 2 β", alpha.unreducedSquare - beta - beta)
        let width = difference("β - X", beta, x)
        let gammaSquared = UInt512(square: gamma.montgomery)
        let y = reduced("α (β - X) - γ²", alpha.unreducedProduct(with: width, minus: gammaSquared))
        return JacobianPoint(x: x, y: y, z: point.y * point.z)
    }

    mutating func add(_ point: JacobianPoint, _ other: AffinePoint) -> JacobianPoint {
        let zSquared = point.z.squared
        let h = reduced("h", other.x.unreducedProduct(with: zSquared) - point.x)
        let r = reduced("r", other.y.unreducedProduct(with: point.z * zSquared) - point.y)
        let (hSquared, v) = (h.squared, point.x * h.squared)
        let hCubed = h * hSquared
        let x = reduced("r² - h³ - 2 v", r.unreducedSquare - hCubed - v - v)
        let width = difference("v - X", v, x)
        let yTimesHCubed = UInt512(product: point.y.montgomery, hCubed.montgomery)
        let y = reduced("r (v - X) - Y h³", r.unreducedProduct(with: width, minus: yTimesHCubed))
        return JacobianPoint(x: x, y: y, z: point.z * h)
    }
}
