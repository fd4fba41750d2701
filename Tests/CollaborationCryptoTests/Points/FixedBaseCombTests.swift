import Testing

@testable import CollaborationCrypto

@Suite("Fixed-base combs")
struct FixedBaseCombTests {
    /// The base k · G of a comb and the number of its rows.
    struct Shape: CustomTestStringConvertible, Sendable {
        let k: Natural
        let rows: Int

        var testDescription: String { "\(k) · G, \(rows) rows" }
        var base: AffinePoint {
            get throws { try #require(JacobianPoint(k, doublingAndAdding: .generator).affine) }
        }

        /// The comb of a prepared key has 8 rows, and the comb of the generator has 6.
        #if DEBUG
            static let all = [Shape(k: 1, rows: 8)]
        #else
            static let all =
                [2, 3, ReferenceCurve.n - 1, EdgeScalars.pseudorandom[0]].map { Shape(k: $0, rows: 8) }
                + [Shape(k: EdgeScalars.pseudorandom[1], rows: 7), Shape(k: 1, rows: 6)]
        #endif
    }

    @Test("A comb has just enough teeth for the bits of a scalar")
    func teeth() {
        for comb in [FixedBaseComb.generator, FixedBaseComb(base: .generator, rows: 8)] {
            #expect(comb.teeth * comb.rows * FixedBaseComb.steps >= 256)
            #expect((comb.teeth - 1) * comb.rows * FixedBaseComb.steps < 256)
            #expect(comb.entries.count == comb.rows << (comb.teeth - 1))
        }
    }

    @Test("The entries of a comb are the signed sums of the powers of two of its teeth", arguments: Shape.all)
    func entries(of shape: Shape) throws {
        let comb = FixedBaseComb(base: try shape.base, rows: shape.rows)
        #if DEBUG
            let indices = comb.entries.indices.filter { $0.isMultiple(of: 31) }
        #else
            let indices = comb.entries.indices
        #endif
        for index in indices {
            let (pattern, row) = index.quotientAndRemainder(dividingBy: comb.rows)
            let signs = pattern | 1 << (comb.teeth - 1)
            let multiple = (0..<comb.teeth).reduce(Natural.zero) { sum, tooth in
                let power =
                    Natural(twoToThe: FixedBaseComb.steps * (tooth * comb.rows + row)) % ReferenceCurve.n
                return (sum + (signs >> tooth & 1 == 1 ? power : ReferenceCurve.n - power)) % ReferenceCurve.n
            }
            let expected = JacobianPoint(multiple * shape.k % ReferenceCurve.n, doublingAndAdding: .generator)
            #expect(
                ReferencePoint(JacobianPoint(comb.entries[index])) == ReferencePoint(expected),
                "\(pattern), \(row)"
            )
        }
    }

    @Test("Multiples by a comb agree with double-and-add", arguments: Shape.all)
    func multiples(of shape: Shape) throws {
        let base = try shape.base
        let comb = FixedBaseComb(base: base, rows: shape.rows)
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
        "Sums by combs agree with sums without combs for keys related to the generator",
        arguments: colliding
    )
    func sums(k: Natural) throws {
        let key = try #require(JacobianPoint(k, doublingAndAdding: .generator).affine)
        let comb = FixedBaseComb(base: key, rows: 8)
        for (u1, u2) in EdgeScalars.all(orEvery: 17).paired(with: EdgeScalars.all(orEvery: 15)) {
            let sum = JacobianPoint.sum(Scalar(u1), timesGeneratorPlus: Scalar(u2), times: comb)
            let expected = JacobianPoint.sum(Scalar(u1), timesGeneratorPlus: Scalar(u2), times: key)
            #expect(ReferencePoint(sum) == ReferencePoint(expected), "\(u1) G + \(u2) Q")
        }
    }
}
