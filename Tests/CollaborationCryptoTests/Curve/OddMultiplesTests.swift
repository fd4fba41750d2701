import Testing

@testable import CollaborationCrypto

@Suite("Tables of odd multiples")
struct OddMultiplesTests {
    /// The generator, pseudorandom points, and points with a coordinate that has two representations.
    private static func bases() throws -> [AffinePoint] {
        let pseudorandom = EdgeScalars.pseudorandom.prefix(2).map(
            ReferenceProjectivePoint.init(generatorTimes:)
        )
        return try [AffinePoint.generator, -.generator, try AffinePoint(generatorTimes: 2)]
            + pseudorandom.map { try #require(AffinePoint($0)) }
            + PointAdditionTests.withTwoForms.prefix(3).flatMap { point in
                let number = Natural(point.x.montgomery) + ReferenceCurve.p
                return [point, AffinePoint(x: FieldElement(montgomery: UInt256(number)), y: point.y)]
            }
    }

    #if DEBUG
        static let counts = [1, 2, 3, 8]
    #else
        static let counts = [1, 2, 3, 4, 8, 64, 512]
    #endif

    @Test("A table of odd multiples holds the point and its successive odd multiples", arguments: counts)
    func entries(count: Int) throws {
        for base in try Self.bases() {
            expect(AffinePoint.filledTable(ofOddMultiplesOf: base, count: count), of: base, count: count)
        }
    }

    @Test("The table of the generator holds its first 512 odd multiples")
    func generator() {
        expect(GeneratorTable.points, of: .generator, count: 512)
    }

    private func expect(_ table: some Collection<AffinePoint>, of base: AffinePoint, count: Int) {
        let reference = ReferenceProjectivePoint(
            x: ReferenceFieldElement(base.x),
            y: ReferenceFieldElement(base.y)
        )
        var multiple = reference
        #expect(table.count == count)
        for (index, entry) in table.enumerated() {
            #expect(multiple.isEqual(to: JacobianPoint(entry)), "index \(index)")
            multiple = multiple + reference + reference
        }
    }
}
