import Testing

@testable import CollaborationCrypto

/// Operands that need a second correction, solved for from the stored numbers.
///
/// A second correction needs one number within 2²²⁴ of 2²⁵⁶ and a small one. Random operands have them once
/// in 2³² or less. A product that represents a number w below 2²⁵⁶ - p is stored as w + p, unless the number
/// before the reduction is small. The operands are not on the curve, but the formulas hold there too.
@Suite("Second corrections in point formulas")
struct FusedCorrectionTests {
    /// 2²⁵⁶ - p: numbers below it have a second representation.
    private static let width = EdgeNumbers.limit - ReferenceCurve.p

    /// The square of a multiple of it is a multiple of 2²⁵⁶.
    private static let half = Natural(twoToThe: 128)

    private static let zero = FieldElement.zero
    private static let one = FieldElement.one
    private static let greatest = stored(EdgeNumbers.limit - 1)

    private static func stored(_ number: Natural) -> FieldElement {
        FieldElement(montgomery: UInt256(number))
    }

    /// The first value that `make` returns for a stored number, a step lower each time.
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
        // A number whose square is stored above p: as Z it gives δ, as Y it gives γ.
        let high = try first(downFrom: width - 2) { root($0) }
        // X = δ = Z² makes α zero, which is stored as 0.
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
            // α = 0, and 2 β above p.
            "α² - 2 β": try first(downFrom: (ReferenceCurve.p + width >> 1) >> 1) { beta in
                root(quotient(beta, plain.squared))
                    .map { JacobianPoint(x: plain.squared, y: $0, z: plain) }
            },
            // With X = 0, β is zero, the new X is α², and α = -3/2 Z⁴.
            "β - X": try first(downFrom: width - 2) { square in
                guard let alpha = root(square) else { return nil }
                let fourth = -quotient(alpha + alpha, FieldElement(value: 3))
                return (root(fourth) ?? root(-fourth)).flatMap { root($0) ?? root(-$0) }
                    .map { JacobianPoint(x: zero, y: one, z: $0) }
            },
            // α = 0, and γ stored as 2²⁵⁶ less a small multiple of 2¹²⁸, whose square is a multiple of 2²⁵⁶.
            "α (β - X) - γ²": try first(downFrom: width - half, by: half) { square in
                root(square).map { JacobianPoint(x: plain.squared, y: $0, z: plain) }
            },
        ]
    }

    private static func additions() throws -> [String: (JacobianPoint, AffinePoint)] {
        let onto = { (x: FieldElement, y: FieldElement) in JacobianPoint(x: x, y: y, z: one) }
        // A number whose cube is stored as 2²⁵⁶ less a small multiple of 2¹²⁸.
        let cube = try first(downFrom: width - half, by: half) { cubeRoot($0) }
        let high = stored(EdgeNumbers.limit - half)
        let square = try first(downFrom: width - 2) { root($0) }
        let five = stored(5)
        // The first number from 1 whose cube is stored below 2²²⁴. It is h, since Z² is a power of 2.
        let rare: UInt64 = 1_761_877_875
        let (z, shift) = try #require(
            (1..<20).lazy.compactMap { shift in
                root(stored(Natural(twoToThe: 256 - shift))).map { ($0, shift) }
            }.first
        )
        return [
            "h": (onto(greatest, one), AffinePoint(x: zero, y: five)),
            "r": (onto(one, greatest), AffinePoint(x: five, y: zero)),
            // r² = h³, and 2 v above p.
            "r² - h³ - 2 v": {
                let (h, r) = (five.squared, five.squared * five)
                let x = quotient(stored((ReferenceCurve.p + width >> 1) >> 1), h.squared)
                return (onto(x, five), AffinePoint(x: x + h, y: five + r))
            }(),
            // X = 0 and so v = 0, r² stored near 2²⁵⁶, h³ small.
            "v - X": (
                JacobianPoint(x: zero, y: zero, z: z),
                AffinePoint(
                    x: stored(Natural(rare) << shift),
                    y: quotient(square, z.squared * z)
                )
            ),
            // r = 0, and Y and h³ stored as 2²⁵⁶ less 2¹²⁸ and less a small multiple of it.
            "r (v - X) - Y h³": (onto(five, high), AffinePoint(x: five + cube, y: high)),
        ]
    }

    @Test("Doubling is correct where each of its steps needs a second correction")
    func doubling() throws {
        for (name, point) in try Self.doublings() {
            var steps = InstrumentedFormulas()
            #expect(steps.double(point).isIdentical(to: point.doubled), "\(name)")
            #expect(steps.secondCorrections.contains(name), "\(name)")
            #expect(ReferenceCoordinates(point.doubled) == ReferenceCoordinates(point).doubled, "\(name)")
        }
    }

    @Test("Point addition is correct where each of its steps needs a second correction")
    func addition() throws {
        for (name, (point, other)) in try Self.additions() {
            var steps = InstrumentedFormulas()
            #expect(steps.add(point, other).isIdentical(to: point.adding(other)), "\(name)")
            #expect(steps.secondCorrections.contains(name), "\(name)")
            #expect(
                ReferenceCoordinates(point.adding(other)) == ReferenceCoordinates(point).adding(other),
                "\(name)"
            )
        }
    }
}
