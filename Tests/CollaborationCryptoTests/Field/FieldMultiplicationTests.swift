import Testing

@testable import CollaborationCrypto

@Suite("Multiplying field elements")
struct FieldMultiplicationTests {
    #if DEBUG
        let numbers =
            FieldRepresentation.boundaries + FieldRepresentation.all.every(19) + FieldRepresentation.drawn
    #else
        let numbers = FieldRepresentation.all + FieldRepresentation.drawn
    #endif

    @Test("agrees with the reference about the ends of the intervals that the code tells apart")
    func product() {
        let exceptions = numbers.paired(with: FieldRepresentation.boundaries).exceptions { a, b in
            (a.element * b.element).isMontgomeryReduction(of: a.number * b.number)
        }
        #expect(exceptions.isEmpty)
    }

    @Test("squares as it multiplies")
    func square() {
        let exceptions = (FieldRepresentation.all + FieldRepresentation.drawn).exceptions { a in
            a.element.squared.isMontgomeryReduction(of: a.number * a.number)
        }
        #expect(exceptions.isEmpty)
    }

    @Test("reduces every number of eight limbs, be it a product or not")
    func reduction() {
        #if DEBUG
            let halves = EdgeNumbers.boundaries + EdgeNumbers.ofEdgeLimbs.every(24)
        #else
            let halves = EdgeNumbers.all
        #endif
        let exceptions = halves.paired(with: EdgeNumbers.boundaries).exceptions { a, b in
            UInt512(low: UInt256(a), high: UInt256(b)).montgomeryReduced.isMontgomeryReduction(
                of: a + b << 256
            )
                && UInt512(low: UInt256(b), high: UInt256(a)).montgomeryReduced
                    .isMontgomeryReduction(of: b + a << 256)
        }
        #expect(exceptions.isEmpty)
    }
}
