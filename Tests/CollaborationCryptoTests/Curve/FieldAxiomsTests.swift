import CollaborationTestSupport
import Testing

@testable import CollaborationCrypto

@Suite("Field axioms")
struct FieldAxiomsTests {
    static let elements =
        FieldRepresentation.boundaries.everyInDebug(3) + FieldRepresentation.pseudorandom.everyInDebug(10)

    @Test("Field addition and multiplication are commutative, associative and distributive")
    func ring() {
        let pairs = Self.elements.paired(with: Self.elements).map { ($0.element, $1.element) }
        let counterexamples = pairs.paired(with: Self.elements).counterexamples { pair, third in
            let (a, b, c) = (pair.0, pair.1, third.element)
            return a + b == b + a
                && a * b == b * a
                && (a + b) + c == a + (b + c)
                && (a * b) * c == a * (b * c)
                && a * (b + c) == a * b + a * c
                && (a - b) * c == a * c - b * c
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("The field has neutral elements, negatives and inverses")
    func neutrals() {
        let counterexamples = (FieldRepresentation.boundaries + FieldRepresentation.pseudorandom)
            .counterexamples {
                representation in
                let a = representation.element
                return a + .zero == a && a - .zero == a && a * .one == a && (a * .zero).isZero
                    && (a - a).isZero && (a + -a).isZero && -(-a) == a
                    && a.isZero != (a * a.inverse == .one)
                    && a.inverse.inverse == a
            }
        #expect(counterexamples.isEmpty)
    }

    @Test("Doubling, halving and squaring agree with addition and multiplication")
    func shortcuts() {
        let counterexamples = FieldRepresentation.all.counterexamples { representation in
            let a = representation.element
            return a.halved + a.halved == a && (a + a).halved == a && a.squared == a * a
                && a.halved + a.halved == a
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("The inverse of a product of field elements is the product of the inverses")
    func inverseOfProduct() {
        let counterexamples = Self.elements.paired(with: Self.elements.every(4)).counterexamples { a, b in
            (a.element * b.element).inverse == a.element.inverse * b.element.inverse
        }
        #expect(counterexamples.isEmpty)
    }
}
