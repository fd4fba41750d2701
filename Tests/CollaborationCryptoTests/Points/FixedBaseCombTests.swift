import Testing

@testable import CollaborationCrypto

@Suite("A comb of a point")
struct FixedBaseCombTests {
    /// A comb's base k G and the number of its teeth.
    struct Shape: CustomTestStringConvertible, Sendable {
        let k: Natural
        let teeth: Int

        var testDescription: String { "\(k) · G, \(teeth) teeth" }
        var base: AffinePoint {
            get throws { try #require(JacobianPoint(k, doublingAndAdding: .generator).affine) }
        }

        /// A prepared key's and the generator's come last.
        #if DEBUG
            static let all = [Shape(k: 1, teeth: 2), Shape(k: EdgeScalars.drawn[0], teeth: 5)]
        #else
            static let all =
                (1...7).map { Shape(k: EdgeScalars.drawn[$0], teeth: $0) }
                + [2, 3, ReferenceCurve.n - 1, EdgeScalars.drawn[0]].map { Shape(k: $0, teeth: 8) }
                + [Shape(k: 1, teeth: 10)]
        #endif
    }

    @Test("has rows for all bits of a scalar", arguments: [1, 3, 5, 8])
    func rows(teeth: Int) {
        let comb = FixedBaseComb(base: .generator, teeth: teeth)
        #expect(comb.rows * teeth * FixedBaseComb.steps >= 256)
        #expect((comb.rows - 1) * teeth * FixedBaseComb.steps < 256)
        #expect(comb.entries.count == comb.rows << (teeth - 1))
    }

    @Test("holds the sum of its teeth's powers of two for every pattern of signs", arguments: Shape.all)
    func entries(of shape: Shape) throws {
        let comb = FixedBaseComb(base: try shape.base, teeth: shape.teeth)
        for (index, entry) in comb.entries.enumerated() {
            let (pattern, row) = index.quotientAndRemainder(dividingBy: comb.rows)
            let signs = pattern | 1 << (shape.teeth - 1)
            let multiple = (0..<shape.teeth).reduce(Natural.zero) { sum, tooth in
                let power =
                    Natural(twoToThe: FixedBaseComb.steps * (tooth * comb.rows + row)) % ReferenceCurve.n
                return (sum + (signs >> tooth & 1 == 1 ? power : ReferenceCurve.n - power)) % ReferenceCurve.n
            }
            let expected = JacobianPoint(multiple * shape.k % ReferenceCurve.n, doublingAndAdding: .generator)
            #expect(ReferencePoint(JacobianPoint(entry)) == ReferencePoint(expected), "\(pattern), \(row)")
        }
    }

    @Test("gives the multiples that doubling and adding give", arguments: Shape.all)
    func multiples(of shape: Shape) throws {
        let base = try shape.base
        let comb = FixedBaseComb(base: base, teeth: shape.teeth)
        for scalar in EdgeScalars.all(orEvery: 5) {
            let sum = comb.multiple(by: Scalar(scalar))
            let expected = JacobianPoint(scalar, doublingAndAdding: base)
            #expect(ReferencePoint(sum) == ReferencePoint(expected), "\(scalar)")
        }
    }

    #if DEBUG
        static let colliding = EdgeScalars.colliding.prefix(2)
    #else
        static let colliding = EdgeScalars.colliding[...]
    #endif

    @Test(
        "gives the sum that one chain of doublings gives, for keys that meet the generator",
        arguments: colliding
    )
    func sums(k: Natural) throws {
        let key = try #require(JacobianPoint(k, doublingAndAdding: .generator).affine)
        #if DEBUG
            let comb = FixedBaseComb(base: key, teeth: 4)
        #else
            let comb = FixedBaseComb(base: key, teeth: 8)
        #endif
        for (u1, u2) in EdgeScalars.all(orEvery: 17).paired(with: EdgeScalars.all(orEvery: 15)) {
            let sum = JacobianPoint.sum(Scalar(u1), timesGeneratorPlus: Scalar(u2), times: comb)
            let expected = JacobianPoint.sum(Scalar(u1), timesGeneratorPlus: Scalar(u2), times: key)
            #expect(ReferencePoint(sum) == ReferencePoint(expected), "\(u1) G + \(u2) Q")
        }
    }
}
