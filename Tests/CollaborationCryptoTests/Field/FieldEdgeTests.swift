import Testing

@testable import CollaborationCrypto

@Suite("Field elements of edge limbs")
struct FieldEdgeTests {
    let p = FixedNatural.p
    let limit = FixedNatural(EdgeNumbers.limit)

    @Test("have the reference's sums, some of which p is taken from twice")
    func sums() {
        var secondCorrections = 0
        EdgeWalk().check { step in
            let sum = FixedNatural(step.a) + FixedNatural(step.b)
            if sum >= limit + p { secondCorrections += 1 }
            return (FieldElement(montgomery: step.a) + FieldElement(montgomery: step.b))
                .isRepresented(by: sum)
        }
        #expect(secondCorrections > 0)
    }

    @Test("have the reference's differences, some of which p is added to twice")
    func differences() {
        var secondCorrections = 0
        EdgeWalk().check { step in
            let (a, b) = (FixedNatural(step.a), FixedNatural(step.b))
            if b > a + p { secondCorrections += 1 }
            return (FieldElement(montgomery: step.a) - FieldElement(montgomery: step.b))
                .isRepresented(by: a + p + p - b)
        }
        #expect(secondCorrections > 0)
    }

    @Test("have the reference's products")
    func products() {
        EdgeWalk().check { step in
            (FieldElement(montgomery: step.a) * FieldElement(montgomery: step.b))
                .isMontgomeryReduction(of: FixedNatural(step.a) * FixedNatural(step.b))
        }
    }

    @Test("have the reference's squares")
    func squares() {
        EdgeWalk().check { step in
            FieldElement(montgomery: step.a).squared
                .isMontgomeryReduction(of: FixedNatural(step.a) * FixedNatural(step.a))
        }
    }

    @Test("have the reference's differences of products, some of which p is added to twice")
    func differencesOfProducts() {
        var secondCorrections = 0
        EdgeWalk().check { step in
            let product = FixedNatural(step.a) * FixedNatural(step.b)
            let other = UInt512(product: step.c, step.d)
            let subtrahend = FixedNatural(other)
            if subtrahend > product, subtrahend - product > p.timesTwoTo256 { secondCorrections += 1 }
            return FieldElement(montgomery: step.a)
                .multipliedInline(by: FieldElement(montgomery: step.b), minus: other)
                .isMontgomeryReduction(of: product % p + p - FixedNatural(step.c) * FixedNatural(step.d) % p)
        }
        #if !DEBUG
            #expect(secondCorrections > 0)
        #endif
    }

    @Test("have the reference's negatives, doubles and halves")
    func unary() {
        EdgeWalk().check { step in
            let (element, number) = (FieldElement(montgomery: step.a), FixedNatural(step.a))
            let half = FixedNatural(element.halved.montgomery)
            return (-element).isRepresented(by: p + p - number)
                && element.doubled.isRepresented(by: number + number)
                && (half + half) % p == number % p
        }
    }

    @Test("have one canonical representation and one integer, and are zero as 0 and as p")
    func canonical() {
        var zeros = 0
        EdgeWalk().check { step in
            let (element, number) = (FieldElement(montgomery: step.a), FixedNatural(step.a))
            let integer = FixedNatural(element.integer)
            if element.isZero { zeros += 1 }
            return FixedNatural(element.canonical) == number % p
                && element.isZero == (number % p).isZero
                && integer < p && integer.timesTwoTo256 % p == number % p
        }
        #if !DEBUG
            #expect(zeros == 2)
        #endif
    }

    @Test("are equal where the numbers are modulo p, and nowhere else")
    func equality() {
        var twins = 0
        EdgeWalk().check { step in
            let (a, b) = (FieldElement(montgomery: step.a), FieldElement(montgomery: step.b))
            let number = FixedNatural(step.a)
            guard (a == b) == (number % p == FixedNatural(step.b) % p) else { return false }
            // A number below 2²⁵⁶ - p, which is a limb of zero above 224 bits, has a twin.
            guard number < limit - p else { return true }
            twins += 1
            let twin = FieldElement(montgomery: UInt256(number + p))
            return a == twin && twin == a && twin.canonical == a.canonical
        }
        #expect(twins > 0)
    }

    @Test("are made of every integer below p, and of none from p on")
    func integers() {
        EdgeWalk().check { step in
            let number = FixedNatural(step.a)
            guard let element = FieldElement(step.a) else { return number >= p }
            return number < p && element.isRepresented(by: number.timesTwoTo256)
        }
    }

    @Test("have inverses that the reference multiplies back to one")
    func inverses() {
        // x · 2²⁵⁶ and 2²⁵⁶ / x are stored, whose product is 2⁵¹².
        let square = FixedNatural(Natural(twoToThe: 512) % ReferenceCurve.p)
        EdgeWalk().check { step in
            let number = FixedNatural(step.a)
            let inverse = FixedNatural(FieldElement(montgomery: step.a).inverse.montgomery)
            guard !(number % p).isZero else { return inverse.isZero }
            return inverse < p && number * inverse % p == square
        }
    }
}
