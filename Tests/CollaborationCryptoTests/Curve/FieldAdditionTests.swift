import Testing

@testable import CollaborationCrypto

@Suite("Field addition")
struct FieldAdditionTests {
    let p = ReferenceCurve.p
    let numbers = FieldRepresentation.forSlowTests

    @Test("Field sums and differences near interval boundaries agree with the reference")
    func sumsAndDifferences() {
        numbers.paired(with: FieldRepresentation.boundaries).expectAll { a, b in
            // 2p makes the difference of the numbers nonnegative.
            (a.element + b.element).isRepresented(by: a.number + b.number)
                && (a.element - b.element).isRepresented(by: a.number + 2 * p - b.number)
                && (b.element - a.element).isRepresented(by: b.number + 2 * p - a.number)
        }
    }

    @Test("Negation, doubling and halving are correct for every representation of an element")
    func unary() {
        (FieldRepresentation.all + FieldRepresentation.pseudorandom).expectAll { a in
            (-a.element).isRepresented(by: 2 * p - a.number) && (a.element + a.element).isRepresented(by: 2 * a.number)
                && (2 * Natural(a.element.halved.canonical) % p) == a.number % p
        }
    }
}
