import CollaborationTestSupport
import Testing

@testable import CollaborationCrypto

@Suite("Field addition")
struct FieldAdditionTests {
    let p = ReferenceCurve.p
    let limit = EdgeNumbers.limit

    let numbers =
        FieldRepresentation.boundaries + FieldRepresentation.all.everyInDebug(9)
        + FieldRepresentation.pseudorandom

    @Test("Field sums and differences near interval boundaries agree with the reference")
    func sumsAndDifferences() {
        let counterexamples = numbers.paired(with: FieldRepresentation.boundaries).counterexamples { a, b in
            // 2p makes the difference of the numbers nonnegative.
            (a.element + b.element).isRepresented(by: a.number + b.number)
                && (a.element - b.element).isRepresented(by: a.number + 2 * p - b.number)
                && (b.element - a.element).isRepresented(by: b.number + 2 * p - a.number)
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("Negation, doubling and halving are correct for every representation of an element")
    func unary() {
        let counterexamples = (FieldRepresentation.all + FieldRepresentation.pseudorandom).counterexamples {
            a in
            (-a.element).isRepresented(by: 2 * p - a.number)
                && (a.element + a.element).isRepresented(by: 2 * a.number)
                && (2 * Natural(a.element.halved.canonical) % p) == a.number % p
        }
        #expect(counterexamples.isEmpty)
    }

    /// The amounts by which a sum exceeds 2²⁵⁶ + p, or a difference is below -p - 1.
    static let excesses: [Natural] = [0, 1, 2, 0xffff_ffff, Natural(twoToThe: 64), Natural(twoToThe: 223)]

    @Test("A field sum of 2²⁵⁶ + p or more is reduced by p twice", arguments: excesses)
    func secondCorrectionOfSum(excess: Natural) {
        // Several pairs with the sum 2²⁵⁶ + p + excess.
        for step in [0, 1, excess >> 1, excess] {
            let a = limit - 1 - step
            let b = limit + p + excess - a
            guard b < limit else { continue }
            let sum = FieldElement(montgomery: UInt256(a)) + FieldElement(montgomery: UInt256(b))
            #expect(sum.isRepresented(by: a + b), "\(a) + \(b)")
            // One less than 2²⁵⁶ + p needs only one correction.
            let less =
                FieldElement(montgomery: UInt256(a)) + FieldElement(montgomery: UInt256(b - excess - 1))
            #expect(less.isRepresented(by: limit + p - 1), "\(a) + \(b - excess - 1)")
        }
        let greatest = FieldElement(montgomery: UInt256(limit - 1))
        #expect((greatest + greatest).isRepresented(by: 2 * (limit - 1)))
    }

    @Test("A field difference below -p is raised by p twice", arguments: excesses)
    func secondCorrectionOfDifference(excess: Natural) {
        for a in [0, 1, excess] {
            let b = a + p + excess + 1
            guard b < limit else { continue }
            let difference = FieldElement(montgomery: UInt256(a)) - FieldElement(montgomery: UInt256(b))
            #expect(difference.isRepresented(by: a + 2 * p - b), "\(a) - \(b)")
            let more = FieldElement(montgomery: UInt256(a)) - FieldElement(montgomery: UInt256(a + p))
            #expect(more.isZero, "\(a) - \(a + p)")
        }
        let greatest = FieldRepresentation(limit - 1)
        #expect((FieldElement.zero - greatest.element).isRepresented(by: 2 * p - greatest.number))
        #expect((-greatest.element).isRepresented(by: 2 * p - greatest.number))
    }
}
