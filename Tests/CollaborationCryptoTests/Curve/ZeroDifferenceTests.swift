import Testing

@testable import CollaborationCrypto

/// Points whose Jacobian X or Y is stored as a chosen number.
///
/// Z is solved for.
@Suite("Zero differences stored as 0 or as p")
struct ZeroDifferenceTests {
    /// The two ways to store a difference of zero.
    enum Zero: CaseIterable {
        case plain
        case modulus

        init?(_ element: FieldElement) {
            switch Natural(element.montgomery) {
            case 0: self = .plain
            case ReferenceCurve.p: self = .modulus
            default: return nil
            }
        }
    }

    struct Meeting: Hashable {
        let isOpposite: Bool
        let h: Zero
        let r: Zero?
    }

    /// The forms of a point whose X or Y is stored as a small number, or as that number plus p.
    private static func forms(of point: AffinePoint, numbers: [Natural]) -> [JacobianPoint] {
        let (x, y) = (ReferenceFieldElement(point.x), ReferenceFieldElement(point.y))
        return numbers.flatMap { number -> [JacobianPoint] in
            let stored = [number, number + ReferenceCurve.p].map { FieldElement(montgomery: UInt256($0)) }
            let wanted = ReferenceFieldElement(stored[0])
            // X = x Z² and Y = y Z³.
            let square = (wanted * x.inverse).squareRoot.map { JacobianPoint(point, z: FieldElement($0)) }
            let cube = (wanted * y.inverse).cubeRoot.map { JacobianPoint(point, z: FieldElement($0)) }
            let withX = square.map { form in stored.map { JacobianPoint(x: $0, y: form.y, z: form.z) } } ?? []
            let withY = cube.map { form in stored.map { JacobianPoint(x: form.x, y: $0, z: form.z) } } ?? []
            return withX + withY
        }
    }

    #if DEBUG
        private static let points = [-5, 1, 2, 3]
        private static let numbers: [Natural] = [1, 2, 5, 6]
    #else
        private static let points = Array(-8 ... -1) + Array(1...8)
        private static let numbers: [Natural] = (1..<20).map { Natural($0) } + [Natural(twoToThe: 223)]
    #endif

    @Test("Equal and opposite points are recognized whether a zero difference is stored as 0 or as p")
    func meetings() throws {
        var counts: [Meeting: Int] = [:]
        for k in Self.points {
            let point = try AffinePoint(generatorTimes: k)
            let (infinity, twice) = (ReferencePoint.infinity, ReferenceCurve.smallMultiple(2 * k))
            for form in Self.forms(of: point, numbers: Self.numbers) {
                for (other, sum) in [(point, twice), (-point, infinity)] {
                    let zz = form.z.squared
                    let h = (other.x.unreducedProduct(with: zz) - form.x).reduced
                    let r = (other.y.unreducedProduct(with: form.z * zz) - form.y).reduced
                    let meeting = Meeting(
                        isOpposite: sum == .infinity,
                        h: try #require(Zero(h)),
                        r: Zero(r)
                    )
                    counts[meeting, default: 0] += 1
                    #expect(
                        ReferenceProjectivePoint(sum).isEqual(to: form.adding(other)),
                        "\(k) G, \(meeting)"
                    )
                    #expect(form.adding(other).isInfinity == meeting.isOpposite, "\(k) G, \(meeting)")
                }
            }
        }
        for h in Zero.allCases {
            #expect(counts[Meeting(isOpposite: true, h: h, r: nil), default: 0] > 0, "\(h)")
        }
        for r in Zero.allCases {
            let count = counts.filter { !$0.key.isOpposite && $0.key.r == r }.map(\.value).reduce(0, +)
            #expect(count > 0, "\(r)")
        }
        let equalWithModulus = Meeting(isOpposite: false, h: .modulus, r: .plain)
        #expect(counts[equalWithModulus, default: 0] > 0)
    }

    @Test("The x coordinate matches r in both representations of the Jacobian X")
    func coordinate() throws {
        for k in Self.points {
            let point = try AffinePoint(generatorTimes: k)
            let x = Natural(point.x.integer)
            try #require(x < ReferenceCurve.n)
            for form in Self.forms(of: point, numbers: Self.numbers) {
                #expect(form.hasX(congruentTo: Scalar(x)), "\(k) G")
                #expect(!form.hasX(congruentTo: Scalar(x + 1)), "\(k) G")
            }
        }
    }
}
