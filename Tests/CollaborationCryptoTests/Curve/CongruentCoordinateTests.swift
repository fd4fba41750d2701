import Testing

@testable import CollaborationCrypto

@Suite("The x coordinate modulo n")
struct CongruentCoordinateTests {
    static let (p, n) = (ReferenceCurve.p, ReferenceCurve.n)

    /// The first candidate that is the x of a point, and that point, by the reference.
    private static func point(withXIn candidates: some Sequence<Natural>) throws -> (x: Natural, point: AffinePoint) {
        let points = candidates.lazy.compactMap { x in ReferenceCurve.y(at: x).map { (x, $0) } }
        let (x, y) = try #require(points.first { _ in true })
        return (x, try #require(AffinePoint(.affine(x: x, y: y))))
    }

    /// Whether x is congruent to r.
    ///
    /// All forms of the point and of its opposite must give the same answer.
    private func hasX(_ point: AffinePoint, congruentTo r: Natural) -> Bool {
        let forms = JacobianPoint.forms(of: ReferencePoint(point)) + JacobianPoint.forms(of: ReferencePoint(-point))
        let answers = Set(forms.map { $0.hasX(congruentTo: Scalar(r)) })
        #expect(answers.count == 1, "r = \(r)")
        return answers == [true]
    }

    @Test("An x coordinate below n is congruent to r only if it equals r", arguments: [1, 2, 3, 20])
    func belowN(k: Int) throws {
        let point = try AffinePoint(generatorTimes: k)
        let x = Natural(point.x.integer)
        try #require(x < Self.n)
        #expect(hasX(point, congruentTo: x))
        #expect(!hasX(point, congruentTo: x + 1))
        #expect(!hasX(point, congruentTo: x - 1))
        #expect(!hasX(point, congruentTo: Self.n - x))
        #expect(!hasX(point, congruentTo: 0))
    }

    @Test("An x coordinate of n or more is congruent to r = x - n")
    func aboveN() throws {
        let firsts = try Self.point(withXIn: (1..<100).lazy.map { Self.n + Natural($0) })
        let lasts = try Self.point(withXIn: (1..<100).lazy.map { Self.p - Natural($0) })
        for (x, point) in [firsts, lasts] {
            #expect(hasX(point, congruentTo: x - Self.n))
            #expect(!hasX(point, congruentTo: x - Self.n + 1))
            #expect(!hasX(point, congruentTo: x - Self.n - 1))
        }
    }

    @Test("An x coordinate is not compared with r + n of p or more, nor with one that overflows 2²⁵⁶")
    func aboveP() throws {
        // With r + n = p + x, r + n is congruent to x modulo p, but r is not congruent to x modulo n.
        for start in [0, 1, 1000] as [Natural] {
            let (x, point) = try Self.point(withXIn: (0..<100).lazy.map { start + Natural($0) })
            #expect(hasX(point, congruentTo: x))
            for r in [Self.p + x - Self.n, EdgeNumbers.limit + x - Self.n] {
                #expect(r < Self.n)
                #expect(!hasX(point, congruentTo: r), "x = \(x)")
            }
        }
    }

    @Test("Infinity has no x coordinate that matches any r")
    func infinity() {
        for form in JacobianPoint.forms(of: .infinity) {
            for r in [0, 1, Self.n - 1, Self.p - Self.n, EdgeNumbers.limit - Self.n] {
                #expect(!form.hasX(congruentTo: Scalar(r)), "r = \(r)")
            }
        }
    }
}
