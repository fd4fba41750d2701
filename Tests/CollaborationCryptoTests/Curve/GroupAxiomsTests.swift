import Testing

@testable import CollaborationCrypto

@Suite("Group axioms")
struct GroupAxiomsTests {
    let n = ReferenceCurve.n
    let g = AffinePoint.generator

    @Test("Point addition is commutative and associative", arguments: -3...3)
    func associativity(a: Int) throws {
        let terms = [-2, -1, 1, 2]
        for form in JacobianPoint.forms(of: ReferenceCurve.smallMultiple(a)).every(2) {
            for b in terms {
                for c in terms {
                    let (pointB, pointC) = (
                        try AffinePoint(generatorTimes: b), try AffinePoint(generatorTimes: c)
                    )
                    let expected = ReferenceCurve.smallMultiple(a + b + c)
                    #expect(
                        ReferencePoint(form.adding(pointB).adding(pointC)) == expected,
                        "(\(a) + \(b)) + \(c)"
                    )
                    // The sum of b and c as one point, unless it is infinity.
                    guard let sum = JacobianPoint(pointB).adding(pointC).affine else { continue }
                    #expect(ReferencePoint(form.adding(sum)) == expected, "\(a) + (\(b) + \(c))")
                }
            }
        }
    }

    @Test("Multiplying the generator by a + b gives a G + b G")
    func distributivity() throws {
        let scalars = [1, n - 1, n >> 1, Natural(twoToThe: 128)] + Natural.pseudorandom(2, below: n, seed: 7)
        let multiples = scalars.map { ($0, JacobianPoint($0, doublingAndAdding: g)) }
        for (a, b) in multiples.paired(with: multiples) {
            let sum = a.1.adding(try #require(b.1.affine))
            let expected = JacobianPoint((a.0 + b.0) % n, doublingAndAdding: g)
            #expect(ReferencePoint(sum) == ReferencePoint(expected), "\(a.0) + \(b.0)")
        }
    }

    @Test("Multiplying the generator by b and then by a equals multiplying it by a b")
    func products() throws {
        let scalars = [3, n - 2, n >> 1] + Natural.pseudorandom(2, below: n, seed: 8)
        for b in scalars {
            let multiple = try #require(JacobianPoint(b, doublingAndAdding: g).affine)
            for a in scalars {
                let product = JacobianPoint(a, doublingAndAdding: multiple)
                let expected = JacobianPoint(a * b % n, doublingAndAdding: g)
                #expect(ReferencePoint(product) == ReferencePoint(expected), "\(a) · \(b)")
            }
        }
    }

    @Test("Multiplying a point by n gives infinity, and by n - 1 its negative")
    func order() throws {
        let points =
            [g, try AffinePoint(generatorTimes: 2), try AffinePoint(generatorTimes: -13)]
            + PointAdditionTests.withTwoForms.prefix(2)
        for point in points {
            #expect(JacobianPoint(n, doublingAndAdding: point).isInfinity)
            #expect(JacobianPoint(n - 1, doublingAndAdding: point).affine == -point)
            #expect(
                JacobianPoint(n - 2, doublingAndAdding: point).affine == JacobianPoint(-point).doubled.affine
            )
            #expect(JacobianPoint(n + 1, doublingAndAdding: point).affine == point)
            #expect(JacobianPoint(n - 1, doublingAndAdding: point).adding(point).isInfinity)
        }
    }
}
