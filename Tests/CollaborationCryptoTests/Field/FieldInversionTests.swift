import Testing

@testable import CollaborationCrypto

@Suite("The inverse and the square root of a field element")
struct FieldInversionTests {
    let p = ReferenceCurve.p

    #if DEBUG
        let numbers =
            FieldRepresentation.boundaries + FieldRepresentation.all.every(9) + FieldRepresentation.drawn
    #else
        let numbers = FieldRepresentation.all + FieldRepresentation.drawn
    #endif

    @Test("inverts in every representation, and leaves zero zero")
    func inverse() {
        let exceptions = numbers.exceptions { a in
            let (x, y) = (Natural(a.element.integer), Natural(a.element.inverse.integer))
            return x.isZero ? y.isZero : x * y % p == 1
        }
        #expect(exceptions.isEmpty)
        #expect(FieldElement(montgomery: UInt256(p)).inverse.isZero)
    }

    @Test("inverts to what Euclid's algorithm finds")
    func inverseByEuclid() {
        let exceptions = FieldRepresentation.boundaries.every(2).exceptions { a in
            let x = Natural(a.element.integer)
            return x.isZero || Natural(a.element.inverse.integer) == x.inverse(modulo: p)
        }
        #expect(exceptions.isEmpty)
    }

    @Test("finds one of the two roots of a square")
    func rootOfSquare() {
        let exceptions = numbers.exceptions { a in
            guard let root = a.element.squared.squareRoot else { return false }
            return root == a.element || root == -a.element
        }
        #expect(exceptions.isEmpty)
    }

    @Test("finds no root of what is not a square")
    func noRoot() {
        // Since p = 3 mod 4, -1 is not a square, nor is the negative of one.
        let exceptions = numbers.exceptions { a in
            a.element.isZero || (-a.element.squared).squareRoot == nil
        }
        #expect(exceptions.isEmpty)
        #expect(FieldElement(value: 3).squareRoot == nil)
    }

    @Test("finds zero as the root of zero, which is stored as 0 or p", arguments: [0, ReferenceCurve.p])
    func rootOfZero(number: Natural) throws {
        let root = try #require(FieldRepresentation(number).element.squareRoot)
        #expect(root.isZero)
    }

    @Test("decides as Euler's criterion does")
    func euler() {
        let exceptions = EdgeNumbers.boundaries.every(4).exceptions { number in
            let power = (number % p).power(p >> 1, modulo: p)
            return (FieldElement(value: number).squareRoot != nil) == (power <= 1)
        }
        #expect(exceptions.isEmpty)
    }
}
