import Testing

@testable import CollaborationCrypto

@Suite("Tables of odd multiples")
struct OddMultiplesTests {
    /// The generator, its negative and its double, and points with a coordinate that has two representations.
    private static func bases() throws -> [AffinePoint] {
        try [AffinePoint.generator, -.generator, AffinePoint(generatorTimes: 2)]
            + PointAdditionTests.withTwoForms.prefix(3).flatMap { point in
                let number = Natural(point.x.montgomery) + ReferenceCurve.p
                return [point, AffinePoint(x: FieldElement(montgomery: UInt256(number)), y: point.y)]
            }
    }

    @Test("A table of odd multiples holds the point and its successive odd multiples", arguments: [1, 2, 3, 8])
    func entries(count: Int) throws {
        for base in try Self.bases() {
            try expect(AffinePoint.filledTable(ofOddMultiplesOf: base, count: count), of: base, count: count)
        }
    }

    @Test("The table of the generator holds its first 512 odd multiples")
    func generator() throws { try expect(GeneratorTable.points, of: .generator, count: 512) }

    private func expect(_ table: some Collection<AffinePoint>, of base: AffinePoint, count: Int) throws {
        let double = try #require(JacobianPoint(base).doubled.affine)
        var multiple = JacobianPoint(base)
        #expect(table.count == count)
        for (index, entry) in table.enumerated() {
            #expect(multiple.affine == entry, "index \(index)")
            multiple.add(double)
        }
    }
}
