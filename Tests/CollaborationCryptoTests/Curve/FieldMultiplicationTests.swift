import CollaborationTestSupport
import Testing

@testable import CollaborationCrypto

@Suite("Field multiplication")
struct FieldMultiplicationTests {
    let numbers =
        FieldRepresentation.boundaries + FieldRepresentation.all.everyInDebug(19)
        + FieldRepresentation.pseudorandom

    @Test("Field products near interval boundaries agree with the reference")
    func product() {
        let counterexamples = numbers.paired(with: FieldRepresentation.boundaries).counterexamples { a, b in
            (a.element * b.element).isMontgomeryReduction(of: a.number * b.number)
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("The square of a field element is the Montgomery product of the element with itself")
    func square() {
        let counterexamples = (FieldRepresentation.all + FieldRepresentation.pseudorandom).counterexamples {
            a in
            a.element.squared.isMontgomeryReduction(of: a.number * a.number)
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("Montgomery reduction is correct for 512-bit integers that are not products of field elements too")
    func reduction() {
        let halves = EdgeNumbers.boundaries + EdgeNumbers.ofEdgeLimbs.everyInDebug(24)
        let counterexamples = halves.paired(with: EdgeNumbers.boundaries).counterexamples { a, b in
            UInt512(low: UInt256(a), high: UInt256(b)).montgomeryReduced.isMontgomeryReduction(
                of: a + b << 256
            )
                && UInt512(low: UInt256(b), high: UInt256(a)).montgomeryReduced
                    .isMontgomeryReduction(of: b + a << 256)
        }
        #expect(counterexamples.isEmpty)
    }
}
