import Testing

@testable import CollaborationCrypto

@Suite("The field modulo p")
struct FieldLawsTests {
    #if DEBUG
        static let elements = FieldRepresentation.boundaries.every(3) + FieldRepresentation.drawn.every(10)
    #else
        static let elements = FieldRepresentation.boundaries + FieldRepresentation.drawn
    #endif

    @Test("has commutative and associative sums and products, and the one distributes over the other")
    func ring() {
        let pairs = Self.elements.paired(with: Self.elements).map { ($0.element, $1.element) }
        let exceptions = pairs.paired(with: Self.elements).exceptions { pair, third in
            let (a, b, c) = (pair.0, pair.1, third.element)
            return a + b == b + a
                && a * b == b * a
                && (a + b) + c == a + (b + c)
                && (a * b) * c == a * (b * c)
                && a * (b + c) == a * b + a * c
                && (a - b) * c == a * c - b * c
        }
        #expect(exceptions.isEmpty)
    }

    @Test("has neutral elements, negatives and inverses")
    func neutrals() {
        let exceptions = (FieldRepresentation.boundaries + FieldRepresentation.drawn).exceptions {
            representation in
            let a = representation.element
            return a + .zero == a && a - .zero == a && a * .one == a && (a * .zero).isZero
                && (a - a).isZero && (a + -a).isZero && -(-a) == a
                && a.isZero != (a * a.inverse == .one)
                && a.inverse.inverse == a
        }
        #expect(exceptions.isEmpty)
    }

    @Test("has doubles, halves and squares that are sums and products")
    func shortcuts() {
        let exceptions = FieldRepresentation.all.exceptions { representation in
            let a = representation.element
            return a.doubled == a + a && a.halved.doubled == a && a.doubled.halved == a && a.squared == a * a
                && a.halved + a.halved == a
        }
        #expect(exceptions.isEmpty)
    }

    @Test("has an inverse of a product that is the product of the inverses")
    func inverseOfProduct() {
        let exceptions = Self.elements.paired(with: Self.elements.every(4)).exceptions { a, b in
            (a.element * b.element).inverse == a.element.inverse * b.element.inverse
        }
        #expect(exceptions.isEmpty)
    }
}
