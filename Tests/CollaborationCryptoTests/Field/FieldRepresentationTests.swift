import Testing

@testable import CollaborationCrypto

@Suite("A field element")
struct FieldRepresentationTests {
    let p = ReferenceCurve.p

    @Test("has one canonical representation, below p")
    func canonical() {
        #expect(FieldRepresentation.all.exceptions { Natural($0.element.canonical) == $0.number % p }.isEmpty)
    }

    @Test("is zero as 0 and as p, and as no other number")
    func zero() {
        #expect(FieldElement(montgomery: UInt256(p)).isZero)
        #expect(FieldRepresentation.all.exceptions { $0.element.isZero == ($0.number % p).isZero }.isEmpty)
    }

    @Test("is the same element in both of its representations")
    func equality() {
        let twice = FieldRepresentation.all.filter { $0.number < EdgeNumbers.limit - p }
        #expect(twice.count > 100)
        let exceptions = twice.exceptions { low in
            let high = FieldRepresentation(low.number + p)
            return low.element == high.element && high.element == low.element
                && Set([low.element, high.element]).count == 1
        }
        #expect(exceptions.isEmpty)
    }

    @Test("differs from every element that is represented by another number modulo p")
    func inequality() {
        let boundaries = FieldRepresentation.boundaries
        let exceptions = boundaries.paired(with: boundaries).exceptions { a, b in
            (a.element == b.element) == (a.number % p == b.number % p)
        }
        #expect(exceptions.isEmpty)
    }

    @Test("is made of every integer below p, which it gives back, and of none from p on")
    func integer() {
        let exceptions = EdgeNumbers.all.exceptions { number in
            guard let element = FieldElement(UInt256(number)) else { return number >= p }
            return number < p && Natural(element.integer) == number
                && element.isRepresented(by: number << 256)
        }
        #expect(exceptions.isEmpty)
    }

    @Test("is an integer below p in every representation")
    func integerOfRepresentation() {
        let exceptions = FieldRepresentation.all.exceptions { representation in
            let integer = Natural(representation.element.integer)
            return integer < p && (integer << 256) % p == representation.number % p
        }
        #expect(exceptions.isEmpty)
    }

    @Test("has the named constants")
    func constants() {
        #expect(Natural(FieldElement.modulus) == p)
        #expect(Natural(FieldElement.zero.integer) == 0)
        #expect(Natural(FieldElement.one.integer) == 1)
    }
}
