import Testing

@testable import CollaborationCrypto

@Suite("The x coordinate of a point, compared modulo n")
struct CongruentCoordinateTests {
    static let (p, n) = (ReferenceCurve.p, ReferenceCurve.n)

    /// The first point whose x is in a sequence of candidates, by the reference.
    private static func point(withXIn candidates: some Sequence<Natural>) throws -> (
        x: Natural, point: AffinePoint
    ) {
        for x in candidates {
            guard let y = ReferenceCurve.y(at: x) else { continue }
            return (x, try #require(AffinePoint(.affine(x: x, y: y))))
        }
        throw NoPoint()
    }

    struct NoPoint: Error {}

    /// Whether the point has this r, which must be the same for all of its forms and those of its opposite.
    private func hasX(_ point: AffinePoint, congruentTo r: Natural) -> Bool {
        let forms =
            JacobianPoint.forms(of: ReferencePoint(point)) + JacobianPoint.forms(of: ReferencePoint(-point))
        let answers = Set(forms.map { $0.hasX(congruentTo: Scalar(r)) })
        #expect(answers.count == 1, "r = \(r)")
        return answers == [true]
    }

    @Test("is r itself below n, and no other", arguments: [1, 2, 3, 20])
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

    @Test("is r + n from n to p, which is below 2n")
    func aboveN() throws {
        let firsts = try Self.point(withXIn: (1..<100).lazy.map { Self.n + Natural($0) })
        let lasts = try Self.point(withXIn: (1..<100).lazy.map { Self.p - Natural($0) })
        for (x, point) in [firsts, lasts] {
            #expect(hasX(point, congruentTo: x - Self.n))
            #expect(!hasX(point, congruentTo: x - Self.n + 1))
            #expect(!hasX(point, congruentTo: x - Self.n - 1))
        }
    }

    @Test("is not r + n from p on: that is another element's integer")
    func aboveP() throws {
        // The r for which r + n = p + x, so that r + n is x modulo p, but r is not x modulo n.
        for start in [0, 1, 1000] as [Natural] {
            let (x, point) = try Self.point(withXIn: (0..<100).lazy.map { start + Natural($0) })
            let r = Self.p + x - Self.n
            #expect(r < Self.n)
            #expect(!hasX(point, congruentTo: r), "x = \(x)")
            #expect(hasX(point, congruentTo: x))
        }
    }

    @Test("is not what is left of r + n when 2²⁵⁶ is lost")
    func beyondTheLimbs() throws {
        for start in [0, 1, 1000] as [Natural] {
            let (x, point) = try Self.point(withXIn: (0..<100).lazy.map { start + Natural($0) })
            let r = EdgeNumbers.limit + x - Self.n
            #expect(r < Self.n)
            #expect(!hasX(point, congruentTo: r), "x = \(x)")
        }
    }

    @Test("is none for infinity, whatever r is")
    func infinity() {
        for form in JacobianPoint.forms(of: .infinity) {
            for r in [0, 1, Self.n - 1, Self.p - Self.n, EdgeNumbers.limit - Self.n] {
                #expect(!form.hasX(congruentTo: Scalar(r)), "r = \(r)")
            }
        }
    }
}
