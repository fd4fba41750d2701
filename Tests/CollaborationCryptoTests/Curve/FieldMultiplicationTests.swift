import Testing

@testable import CollaborationCrypto

@Suite("Field multiplication")
struct FieldMultiplicationTests {
    let p = ReferenceCurve.p
    let numbers = FieldRepresentation.forSlowTests

    @Test("Field products near interval boundaries agree with the reference")
    func product() {
        numbers.paired(with: FieldRepresentation.boundaries).expectAll { a, b in
            (a.element * b.element).isMontgomeryReduction(of: a.number * b.number)
        }
    }

    @Test("The square of a field element is the Montgomery product of the element with itself")
    func square() {
        (FieldRepresentation.all + FieldRepresentation.pseudorandom).expectAll { a in
            a.element.squared.isMontgomeryReduction(of: a.number * a.number)
        }
    }

    @Test("Montgomery reduction is correct for 512-bit integers that are not products of field elements too")
    func reduction() {
        EdgeNumbers.forSlowTests.paired(with: EdgeNumbers.boundaries).expectAll { a, b in
            UInt512(low: UInt256(a), high: UInt256(b)).montgomeryReduced.isMontgomeryReduction(of: a + b << 256)
                && UInt512(low: UInt256(b), high: UInt256(a)).montgomeryReduced.isMontgomeryReduction(of: b + a << 256)
        }
    }

    @Test("A difference of two field products agrees with the reference, whether it is negative or not")
    func differenceOfProducts() {
        let numbers = FieldRepresentation.boundaries.every(3)
        let pairs = numbers.paired(with: numbers)
        pairs.paired(with: numbers).expectAll { factors, c in
            let (a, b) = factors
            let square = UInt512(square: c.element.montgomery)
            return a.element.unreducedProduct(with: b.element, minus: square).reduced
                .isMontgomeryReduction(of: a.number * b.number + 2 * p * p - c.number * c.number)
        }
    }

    @Test("A number from -3 · 2²⁵⁶ to 2²⁵⁷ is reduced modulo p", arguments: -3...1)
    func reduction(high: Int64) {
        let limit = EdgeNumbers.limit
        numbers.expectAll { low in
            let element = UnreducedElement(low: low.element.montgomery, high: high)
            // Three times 2²⁵⁶ on both sides, so that none is negative.
            let number = low.number + Natural(high + 3) * limit
            return (Natural(element.reduced.montgomery) + 3 * limit) % p == number % p
        }
    }

    @Test("Subtracting a field element from a lesser unreduced one gives their difference modulo p")
    func subtraction() {
        let boundaries = FieldRepresentation.boundaries
        boundaries.paired(with: boundaries).expectAll { a, b in
            let difference = UnreducedElement(low: a.element.montgomery, high: 0) - b.element
            return difference.reduced.isRepresented(by: a.number + 2 * p - b.number)
        }
    }
}
