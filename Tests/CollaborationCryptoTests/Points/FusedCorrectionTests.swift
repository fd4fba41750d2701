import Testing

@testable import CollaborationCrypto

/// The operands are solved for, from the stored numbers that are wanted.
///
/// A second correction wants one within 2²²⁴ of 2²⁵⁶ where another is small, which chance brings about once
/// in 2³² or less. A product that stands for a number w below 2²⁵⁶ - p is stored as w + p, unless what is
/// reduced is small. The operands are no points of the curve: the formulas are polynomials, which hold for
/// any.
@Suite("The second corrections within doubling and addition")
struct FusedCorrectionTests {
    /// 2²⁵⁶ - p: the numbers below have a second representation.
    private static let width = EdgeNumbers.limit - ReferenceCurve.p

    private static let zero = FieldElement.zero
    private static let one = FieldElement.one
    private static let greatest = stored(EdgeNumbers.limit - 1)

    private static func stored(_ number: Natural) -> FieldElement {
        FieldElement(montgomery: UInt256(number))
    }

    /// The first number down from one for which something exists, and what.
    private static func first<Value>(
        downFrom number: Natural,
        by step: Natural = 1,
        _ make: (FieldElement) -> Value?
    ) throws -> Value {
        for index in (0..<60).map({ Natural($0) }) {
            if let value = make(stored(number - index * step)) { return value }
        }
        throw NoOperand()
    }

    struct NoOperand: Error {}

    private static func root(_ element: FieldElement) -> FieldElement? {
        ReferenceFieldElement(element).squareRoot.map { FieldElement($0) }
    }

    private static func cubeRoot(_ element: FieldElement) -> FieldElement? {
        ReferenceFieldElement(element).cubeRoot.map { FieldElement($0) }
    }

    private static func quotient(_ a: FieldElement, _ b: FieldElement) -> FieldElement {
        a * FieldElement(ReferenceFieldElement(b).inverse)
    }

    private static func doublings() throws -> [String: JacobianPoint] {
        // Z for a δ stored above p, and Y for a γ.
        let high = try first(downFrom: width - 2) { root($0) }
        // X = δ = Z² makes α zero, stored as 0.
        let plain = try first(downFrom: width << 1) { root($0) }
        return [
            "X - δ": JacobianPoint(x: zero, y: one, z: high),
            "X + δ": JacobianPoint(x: greatest, y: one, z: high),
            // The product (X - δ) (X + δ) is stored as an odd number in the highest third above p.
            "α": try first(downFrom: width - 3, by: 2) { product in
                let (difference, sum) = (stored(5).squared, quotient(product, stored(5).squared))
                return root((sum - difference).halved)
                    .map { JacobianPoint(x: (sum + difference).halved, y: one, z: $0) }
            },
            "2 β": JacobianPoint(x: quotient(stored(width - 2), stored(5).squared), y: stored(5), z: one),
            // With α = 0, 2 β stored above p: it is twice what is stored as half of it.
            "α² - 2 β": try first(downFrom: (ReferenceCurve.p + width >> 1) >> 1) { beta in
                root(quotient(beta, plain.squared))
                    .map { JacobianPoint(x: plain.squared, y: $0, z: plain) }
            },
            // With X = 0, β is zero, the new X is α², and α = -3/2 Z⁴.
            "β - X": try first(downFrom: width - 2) { square in
                guard let alpha = root(square) else { return nil }
                let fourth = -quotient(alpha.doubled, FieldElement(value: 3))
                return (root(fourth) ?? root(-fourth)).flatMap { root($0) ?? root(-$0) }
                    .map { JacobianPoint(x: zero, y: one, z: $0) }
            },
            "α (β - X) - γ²": JacobianPoint(x: plain.squared, y: high, z: plain),
        ]
    }

    private static func additions() throws -> [String: (JacobianPoint, AffinePoint)] {
        let onto = { (x: FieldElement, y: FieldElement) in JacobianPoint(x: x, y: y, z: one) }
        let cube = try first(downFrom: width - 2) { cubeRoot($0) }
        let square = try first(downFrom: width - 2) { root($0) }
        let five = stored(5)
        // A number whose cube is stored below 2²²⁴, found by trying all from 1: h³ for h itself, and Z² a
        // power of 2, so that h comes out as it is.
        let rare: UInt64 = 1_761_877_875
        let (z, shift) = try #require(
            (1..<20).lazy.compactMap { shift in
                root(stored(Natural(twoToThe: 256 - shift))).map { ($0, shift) }
            }.first
        )
        return [
            "h": (onto(greatest, one), AffinePoint(x: zero, y: five)),
            "r": (onto(one, greatest), AffinePoint(x: five, y: zero)),
            "2 v": {
                let x = quotient(stored(width - 2), five.squared)
                return (onto(x, one), AffinePoint(x: x + five, y: five))
            }(),
            // r = 0, and h³ stored above p.
            "r² - h³": (onto(five, five), AffinePoint(x: five + cube, y: five)),
            // r² = h³, and 2 v stored above p.
            "r² - h³ - 2 v": {
                let (h, r) = (five.squared, five.squared * five)
                let x = quotient(stored((ReferenceCurve.p + width >> 1) >> 1), h.squared)
                return (onto(x, five), AffinePoint(x: x + h, y: five + r))
            }(),
            // X = 0 and so v, r² stored at the top, h³ small.
            "v - X": (
                JacobianPoint(x: zero, y: zero, z: z),
                AffinePoint(
                    x: stored(Natural(rare) << shift),
                    y: quotient(square, z.squared * z)
                )
            ),
            "r (v - X) - Y h³": (onto(five, greatest), AffinePoint(x: five + cube, y: greatest)),
        ]
    }

    @Test("are all reached in doublings, which agree with the reference")
    func doubling() throws {
        for (name, point) in try Self.doublings() {
            var steps = TakenApart()
            #expect(steps.double(point).isIdentical(to: point.doubled), "\(name)")
            #expect(steps.secondCorrections.contains(name), "\(name)")
            #expect(ReferenceCoordinates(point.doubled) == ReferenceCoordinates(point).doubled, "\(name)")
        }
    }

    @Test("are all reached in additions, which agree with the reference")
    func addition() throws {
        for (name, (point, other)) in try Self.additions() {
            var steps = TakenApart()
            #expect(steps.add(point, other).isIdentical(to: point.adding(other)), "\(name)")
            #expect(steps.secondCorrections.contains(name), "\(name)")
            #expect(
                ReferenceCoordinates(point.adding(other)) == ReferenceCoordinates(point).adding(other),
                "\(name)"
            )
        }
    }
}
