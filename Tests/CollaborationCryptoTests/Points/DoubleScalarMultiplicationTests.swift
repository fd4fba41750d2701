import Testing

@testable import CollaborationCrypto

@Suite("A sum of multiples of the generator and of a point")
struct DoubleScalarMultiplicationTests {
    let n = ReferenceCurve.n
    let g = AffinePoint.generator

    /// A scalar and the multiple of a point by doublings and additions alone, which other tests hold to the
    /// reference.
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
        ReferencePoint(.sum(Scalar(u1), timesGeneratorPlus: Scalar(u2), times: q))
    }

    /// Compares every sum of a multiple of G and one of Q with that of the plain multiples.
    private func check(_ first: [Natural], timesGeneratorPlus second: [Natural], times q: AffinePoint) {
        let onG = first.map { PlainMultiple($0, of: g) }
        let onQ = second.map { PlainMultiple($0, of: q) }
        for (a, b) in onG.paired(with: onQ) {
            #expect(sum(a.scalar, b.scalar, q) == a.adding(b), "\(a.scalar) G + \(b.scalar) Q")
        }
    }

    @Test(
        "is infinity for two zeros, and a multiple of one point alone for one",
        arguments: [1, EdgeScalars.drawn[0]]
    )
    func zeros(k: Natural) throws {
        let q = try #require(JacobianPoint(k, doublingAndAdding: g).affine)
        #expect(JacobianPoint.sum(Scalar(0), timesGeneratorPlus: Scalar(0), times: q).isInfinity)
        check(EdgeScalars.all(orEvery: 11), timesGeneratorPlus: [0], times: q)
        check([0], timesGeneratorPlus: EdgeScalars.all(orEvery: 11), times: q)
    }

    @Test("agrees with the reference on small scalars")
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

    @Test("agrees with doubling and adding where digits collide", arguments: EdgeScalars.colliding)
    func colliding(k: Natural) throws {
        let q = try #require(JacobianPoint(k, doublingAndAdding: g).affine)
        #if DEBUG
            check([1, 5, 7, 1001], timesGeneratorPlus: [1, 3, 11, 13, 31], times: q)
        #else
            let scalars = (0..<36).map { Natural($0) } + (1..<36).map { n - Natural($0) }
            let wide = [1001, 1023, 1025, 5 * 1001].map { Natural($0 as UInt64) }
            check(scalars + wide, timesGeneratorPlus: scalars, times: q)
        #endif
    }

    @Test("is infinity where u1 G is the opposite of u2 Q, and twice either where they are equal")
    func oppositeAndEqual() throws {
        for k in EdgeScalars.colliding + EdgeScalars.drawn.prefix(2) {
            let q = try #require(JacobianPoint(k, doublingAndAdding: g).affine)
            for u in EdgeScalars.all(orEvery: 23) {
                let product = k * u % n
                #expect(sum(Natural.zero.minus(product, modulo: n), u, q) == .infinity, "-\(k) · \(u)")
                let twice = JacobianPoint(product, doublingAndAdding: g).doubled
                #expect(sum(product, u, q) == ReferencePoint(twice), "\(k) · \(u)")
            }
        }
    }

    @Test("is a point's neighbour next to infinity", arguments: EdgeScalars.colliding)
    func nextToInfinity(k: Natural) throws {
        let q = try #require(JacobianPoint(k, doublingAndAdding: g).affine)
        for u in EdgeScalars.all(orEvery: 23) {
            let product = k * u % n
            #expect(sum(Natural(1).minus(product, modulo: n), u, q) == ReferenceCurve.generator)
            #expect(sum((n - 1).minus(product, modulo: n), u, q) == -ReferenceCurve.generator)
        }
    }

    @Test("agrees with doubling and adding on edge scalars and on scalars without a pattern")
    func edges() throws {
        let q = try #require(JacobianPoint(EdgeScalars.drawn[0], doublingAndAdding: g).affine)
        check(EdgeScalars.all(orEvery: 9), timesGeneratorPlus: EdgeScalars.all(orEvery: 7), times: q)
    }

    #if !DEBUG
        @Test("agrees with the reference on scalars without a pattern")
        func reference() throws {
            let scalars = EdgeScalars.drawn
            for index in 0..<5 {
                let q = scalars[index] * ReferenceCurve.generator
                let expected = scalars[index + 1] * ReferenceCurve.generator + scalars[index + 2] * q
                #expect(sum(scalars[index + 1], scalars[index + 2], try #require(AffinePoint(q))) == expected)
            }
        }

        @Test(
            "agrees with the reference on every pair of edge scalars",
            arguments: [EdgeScalars.drawn[4], 1, EdgeScalars.quotient(5, 3)]
        )
        func everyPair(k: Natural) throws {
            let q = try #require(AffinePoint(ReferenceCurve.multiple(k)))
            let onG = EdgeScalars.all.map { ($0, ReferenceCurve.multiple($0)) }
            let onQ = EdgeScalars.all.map { ($0, ReferenceCurve.multiple($0 * k % n)) }
            for (first, second) in onG.paired(with: onQ) {
                #expect(sum(first.0, second.0, q) == first.1 + second.1, "\(first.0) G + \(second.0) Q")
            }
        }
    #endif
}
