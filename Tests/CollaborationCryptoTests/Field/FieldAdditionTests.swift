import Testing

@testable import CollaborationCrypto

@Suite("Adding and subtracting field elements")
struct FieldAdditionTests {
    let p = ReferenceCurve.p
    let limit = EdgeNumbers.limit

    #if DEBUG
        let numbers =
            FieldRepresentation.boundaries + FieldRepresentation.all.every(9) + FieldRepresentation.drawn
    #else
        let numbers = FieldRepresentation.all + FieldRepresentation.drawn
    #endif

    @Test("agrees with the reference about the ends of the intervals that the code tells apart")
    func sumsAndDifferences() {
        let exceptions = numbers.paired(with: FieldRepresentation.boundaries).exceptions { a, b in
            // Each difference is congruent to that of the numbers, raised by 2p so that it is not negative.
            (a.element + b.element).isRepresented(by: a.number + b.number)
                && (a.element - b.element).isRepresented(by: a.number + 2 * p - b.number)
                && (b.element - a.element).isRepresented(by: b.number + 2 * p - a.number)
        }
        #expect(exceptions.isEmpty)
    }

    @Test("negates, doubles and halves in every representation")
    func unary() {
        let exceptions = (FieldRepresentation.all + FieldRepresentation.drawn).exceptions { a in
            (-a.element).isRepresented(by: 2 * p - a.number)
                && a.element.doubled.isRepresented(by: 2 * a.number)
                && (2 * Natural(a.element.halved.canonical) % p) == a.number % p
        }
        #expect(exceptions.isEmpty)
    }

    /// How far above 2²⁵⁶ + p a sum lies, or below -p - 1 a difference.
    static let excesses: [Natural] = [0, 1, 2, 0xffff_ffff, Natural(twoToThe: 64), Natural(twoToThe: 223)]

    @Test("takes p away from a sum a second time, once it passes 2²⁵⁶ + p", arguments: excesses)
    func secondCorrectionOfSum(excess: Natural) {
        // 2²⁵⁶ + p + excess in several ways: the first number runs down from the greatest.
        for step in [0, 1, excess >> 1, excess] {
            let a = limit - 1 - step
            let b = limit + p + excess - a
            guard b < limit else { continue }
            let sum = FieldElement(montgomery: UInt256(a)) + FieldElement(montgomery: UInt256(b))
            #expect(sum.isRepresented(by: a + b), "\(a) + \(b)")
            // Just below, once is enough.
            let less =
                FieldElement(montgomery: UInt256(a)) + FieldElement(montgomery: UInt256(b - excess - 1))
            #expect(less.isRepresented(by: limit + p - 1), "\(a) + \(b - excess - 1)")
        }
        let greatest = FieldElement(montgomery: UInt256(limit - 1))
        #expect(greatest.doubled.isRepresented(by: 2 * (limit - 1)))
    }

    @Test("adds p to a difference a second time, once it passes -p", arguments: excesses)
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
