import CollaborationTestSupport
import Testing

@testable import CollaborationCrypto

@Suite("Double scalar multiplication")
struct DoubleScalarMultiplicationTests {
    let n = ReferenceCurve.n
    let g = AffinePoint.generator

    /// A multiple of a point by double-and-add, which other tests compare with the reference.
    struct PlainMultiple {
        let scalar: Natural
        let point: JacobianPoint
        let affine: AffinePoint?

        init(_ scalar: Natural, of base: AffinePoint) {
            self.scalar = scalar
            point = JacobianPoint(scalar, doublingAndAdding: base)
            affine = point.affine
        }

        func adding(_ other: PlainMultiple) -> ReferencePoint {
            ReferencePoint(other.affine.map(point.adding) ?? point)
        }
    }

    private func sum(_ u1: Natural, _ u2: Natural, _ q: AffinePoint) -> ReferencePoint {
        ReferencePoint(.doubleScalarMultiplication(u1: Scalar(u1), u2: Scalar(u2), q: q))
    }

    /// Compares the sums of multiples of G and of Q with the sums of the plain multiples.
    private func check(_ first: [Natural], timesGeneratorPlus second: [Natural], times q: AffinePoint) {
        let onG = first.map { PlainMultiple($0, of: g) }
        let onQ = second.map { PlainMultiple($0, of: q) }
        for (a, b) in onG.paired(with: onQ) {
            #expect(sum(a.scalar, b.scalar, q) == a.adding(b), "\(a.scalar) G + \(b.scalar) Q")
        }
    }

    @Test(
        "The sum of two zero multiples is infinity, and the sum of a zero multiple and another is the other",
        arguments: [1, EdgeScalars.pseudorandom[0]]
    ) func zeros(k: Natural) throws {
        let q = try #require(JacobianPoint(k, doublingAndAdding: g).affine)
        #expect(JacobianPoint.doubleScalarMultiplication(u1: .zero, u2: .zero, q: q).isInfinity)
        check(EdgeScalars.forSlowTests, timesGeneratorPlus: [0], times: q)
        check([0], timesGeneratorPlus: EdgeScalars.forSlowTests, times: q)
    }

    @Test("Double scalar multiplication by small scalars agrees with the reference")
    func small() throws {
        for k in [-3, 1, 2] {
            let q = try AffinePoint(generatorTimes: k)
            for (u1, u2) in [0, 1, 3, 5, 15].paired(with: [0, 1, 3, 5]) {
                #expect(
                    sum(Natural(u1), Natural(u2), q) == ReferenceCurve.smallMultiple(u1 + k * u2),
                    "\(u1) G + \(u2) Q, Q = \(k) G"
                )
            }
        }
    }

    @Test(
        "Double scalar multiplication is correct where intermediate sums collide with table entries",
        arguments: EdgeScalars.colliding
    ) func colliding(k: Natural) throws {
        let q = try #require(JacobianPoint(k, doublingAndAdding: g).affine)
        guard BuildConfiguration.isRelease else {
            return check([1, 5, 7, 1001], timesGeneratorPlus: [1, 3, 11, 13, 31], times: q)
        }
        let scalars = (0..<36).map { Natural($0) } + (1..<36).map { n - Natural($0) }
        let wide = [1001, 1023, 1025, 5 * 1001].map { Natural($0 as UInt64) }
        check(scalars + wide, timesGeneratorPlus: scalars, times: q)
    }

    @Test("Opposite multiples of two points sum to infinity, and equal multiples to the double")
    func oppositeAndEqual() throws {
        for k in [1, EdgeScalars.quotient(5, 3), EdgeScalars.pseudorandom[0]] {
            let q = try #require(JacobianPoint(k, doublingAndAdding: g).affine)
            for u in EdgeScalars.forSlowTests {
                let product = k * u % n
                #expect(sum(Natural.zero.minus(product, modulo: n), u, q) == .infinity, "-\(k) · \(u)")
                let twice = JacobianPoint(product, doublingAndAdding: g).doubled
                #expect(sum(product, u, q) == ReferencePoint(twice), "\(k) · \(u)")
            }
        }
    }

    @Test("Double scalar multiplication by edge scalars agrees with double-and-add")
    func edges() throws {
        let q = try #require(JacobianPoint(EdgeScalars.pseudorandom[0], doublingAndAdding: g).affine)
        check(EdgeScalars.forSlowTests, timesGeneratorPlus: EdgeScalars.forSlowTests, times: q)
    }
}
