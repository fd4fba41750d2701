import Testing

@testable import CollaborationCrypto

@Suite("A table made by additions of points that share Z")
struct SharedCoordinateTableTests {
    /// The generator, points without a pattern, and points with a coordinate that has two representations.
    private static func bases() throws -> [AffinePoint] {
        let drawn = EdgeScalars.drawn.prefix(2).map(ReferenceProjectivePoint.init(generatorTimes:))
        return try [AffinePoint.generator, -.generator, try AffinePoint(generatorTimes: 2)]
            + drawn.map { try #require(AffinePoint($0)) }
            + PointAdditionTests.withTwoForms.prefix(3).flatMap { point in
                let number = Natural(point.x.montgomery) + ReferenceCurve.p
                return [point, AffinePoint(x: FieldElement(montgomery: UInt256(number)), y: point.y)]
            }
    }

    #if DEBUG
        static let counts = [2, 3, 8]
    #else
        static let counts = [2, 3, 4, 8, 64, 512]
    #endif

    @Test("holds every multiple, or every odd one", arguments: counts)
    func entries(count: Int) throws {
        for base in try Self.bases() {
            let reference = ReferenceProjectivePoint(
                x: ReferenceFieldElement(base.x),
                y: ReferenceFieldElement(base.y)
            )
            for (spacing, step) in [(AffinePoint.Spacing.every, reference), (.odd, reference + reference)] {
                var multiple = reference
                let table = AffinePoint.multiples(of: base, spacing: spacing, count: count)
                #expect(table.count == count)
                for (index, entry) in table.enumerated() {
                    #expect(multiple.isEqual(to: JacobianPoint(entry)), "\(spacing), index \(index)")
                    multiple = multiple + step
                }
            }
        }
    }
}
