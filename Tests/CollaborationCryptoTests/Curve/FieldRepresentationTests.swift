import Testing

@testable import CollaborationCrypto

@Suite("Field element representations")
struct FieldRepresentationTests {
    let p = ReferenceCurve.p

    @Test("Every field element has one canonical representation below p")
    func canonical() { FieldRepresentation.all.expectAll { Natural($0.element.canonical) == $0.number % p } }

    @Test("A field element is zero exactly when it is stored as 0 or p")
    func zero() {
        #expect(FieldElement(montgomery: UInt256(p)).isZero)
        FieldRepresentation.all.expectAll { $0.element.isZero == ($0.number % p).isZero }
    }

    @Test("Two representations of one field element are equal and hash equally")
    func equality() {
        let twice = FieldRepresentation.all.filter { $0.number < EdgeNumbers.limit - p }
        #expect(twice.count > 100)
        twice.expectAll { low in
            let high = FieldRepresentation(low.number + p)
            return low.element == high.element && high.element == low.element
                && Set([low.element, high.element]).count == 1
        }
    }

    @Test("Field elements differ when their numbers are not congruent modulo p")
    func inequality() {
        let boundaries = FieldRepresentation.boundaries
        boundaries.paired(with: boundaries).expectAll { a, b in
            (a.element == b.element) == (a.number % p == b.number % p)
        }
    }

    @Test("A field element can be made of every integer below p and of no other integer")
    func integer() {
        EdgeNumbers.all.expectAll { number in
            guard let element = FieldElement(UInt256(number)) else { return number >= p }
            return number < p && Natural(element.integer) == number && element.isRepresented(by: number << 256)
        }
    }

    @Test("The integer of a field element is below p for every representation")
    func integerOfRepresentation() {
        FieldRepresentation.all.expectAll { representation in
            let integer = Natural(representation.element.integer)
            return integer < p && (integer << 256) % p == representation.number % p
        }
    }
}
