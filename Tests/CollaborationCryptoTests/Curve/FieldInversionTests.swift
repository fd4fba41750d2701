import Testing

@testable import CollaborationCrypto

@Suite("Field inverses and square roots")
struct FieldInversionTests {
    let p = ReferenceCurve.p

    let numbers = FieldRepresentation.forSlowTests

    @Test("Field inversion is correct for every representation and maps zero to zero")
    func inverse() {
        numbers.expectAll { a in
            let (x, y) = (Natural(a.element.integer), Natural(a.element.inverse.integer))
            return x.isZero ? y.isZero : x * y % p == 1
        }
        #expect(FieldElement(montgomery: UInt256(p)).inverse.isZero)
    }

    @Test("The square root of a square is one of its two roots")
    func rootOfSquare() {
        numbers.expectAll { a in
            guard let root = a.element.squared.squareRoot else { return false }
            return root == a.element || root == -a.element
        }
    }

    @Test("A field element that is not a square has no root")
    func noRoot() {
        // Since p = 3 mod 4, -1 is not a square, nor is the negative of one.
        numbers.expectAll { a in a.element.isZero || (-a.element.squared).squareRoot == nil }
        #expect(FieldElement(value: 3).squareRoot == nil)
    }
}
