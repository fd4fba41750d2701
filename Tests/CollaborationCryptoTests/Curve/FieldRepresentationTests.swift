import Testing

@testable import CollaborationCrypto

@Suite("Field element representations")
struct FieldRepresentationTests {
    let p = ReferenceCurve.p

    @Test("Every field element has one canonical representation below p")
    func canonical() {
        #expect(
            FieldRepresentation.all.counterexamples { Natural($0.element.canonical) == $0.number % p }.isEmpty
        )
    }

    @Test("A field element is zero exactly when it is stored as 0 or p")
    func zero() {
        #expect(FieldElement(montgomery: UInt256(p)).isZero)
        #expect(
            FieldRepresentation.all.counterexamples { $0.element.isZero == ($0.number % p).isZero }.isEmpty
        )
    }

    @Test("Two representations of one field element are equal and hash equally")
    func equality() {
        let twice = FieldRepresentation.all.filter { $0.number < EdgeNumbers.limit - p }
        #expect(twice.count > 100)
        let counterexamples = twice.counterexamples { low in
            let high = FieldRepresentation(low.number + p)
            return low.element == high.element && high.element == low.element
                && Set([low.element, high.element]).count == 1
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("Field elements differ when their numbers are not congruent modulo p")
    func inequality() {
        let boundaries = FieldRepresentation.boundaries
        let counterexamples = boundaries.paired(with: boundaries).counterexamples { a, b in
            (a.element == b.element) == (a.number % p == b.number % p)
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("A field element can be made of every integer below p and of no other integer")
    func integer() {
        let counterexamples = EdgeNumbers.all.counterexamples { number in
            guard let element = FieldElement(UInt256(number)) else { return number >= p }
            return number < p && Natural(element.integer) == number
                && element.isRepresented(by: number << 256)
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("The integer of a field element is below p for every representation")
    func integerOfRepresentation() {
        let counterexamples = FieldRepresentation.all.counterexamples { representation in
            let integer = Natural(representation.element.integer)
            return integer < p && (integer << 256) % p == representation.number % p
        }
        #expect(counterexamples.isEmpty)
    }

    @Test("The constants zero, one and p of the field are correct")
    func constants() {
        #expect(Natural(FieldElement.modulus) == p)
        #expect(Natural(FieldElement.zero.integer) == 0)
        #expect(Natural(FieldElement.one.integer) == 1)
    }
}
