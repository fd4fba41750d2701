import Testing

@testable import CollaborationCrypto

@Suite("Field elements of edge limbs")
struct FieldEdgeTests {
    let p = FixedNatural.p
    let limit = FixedNatural(EdgeNumbers.limit)

    @Test("Sums of field elements of edge limbs agree with the reference, with second corrections")
    func sums() {
        var secondCorrections = 0
        EdgeSequence().check { step in
            let sum = FixedNatural(step.a) + FixedNatural(step.b)
            if sum >= limit + p { secondCorrections += 1 }
            return (FieldElement(montgomery: step.a) + FieldElement(montgomery: step.b))
                .isRepresented(by: sum)
        }
        #expect(secondCorrections > 0)
    }

    @Test("Differences of field elements of edge limbs agree with the reference, with second corrections")
    func differences() {
        var secondCorrections = 0
        EdgeSequence().check { step in
            let (a, b) = (FixedNatural(step.a), FixedNatural(step.b))
            if b > a + p { secondCorrections += 1 }
            return (FieldElement(montgomery: step.a) - FieldElement(montgomery: step.b))
                .isRepresented(by: a + p + p - b)
        }
        #expect(secondCorrections > 0)
    }

    @Test("Products of field elements of edge limbs agree with the reference")
    func products() {
        EdgeSequence().check { step in
            (FieldElement(montgomery: step.a) * FieldElement(montgomery: step.b))
                .isMontgomeryReduction(of: FixedNatural(step.a) * FixedNatural(step.b))
        }
    }

    @Test("Squares of field elements of edge limbs agree with the reference")
    func squares() {
        EdgeSequence().check { step in
            FieldElement(montgomery: step.a).squared
                .isMontgomeryReduction(of: FixedNatural(step.a) * FixedNatural(step.a))
        }
    }

    @Test("Differences of products of field elements of edge limbs agree with the reference")
    func differencesOfProducts() {
        EdgeSequence().check { step in
            let product = FixedNatural(step.a) * FixedNatural(step.b)
            let other = UInt512(product: step.c, step.d)
            return FieldElement(montgomery: step.a)
                .unreducedProduct(with: FieldElement(montgomery: step.b), minus: other).reduced
                .isMontgomeryReduction(of: product % p + p - FixedNatural(step.c) * FixedNatural(step.d) % p)
        }
    }

    @Test("Sums of field elements of edge limbs are reduced whether they are negative or 2²⁵⁶ and more")
    func unreduced() {
        for high in Int64(-3)...1 {
            var secondFoldings = 0
            EdgeSequence().check { step in
                let element = UnreducedElement(low: step.a, high: high)
                if element.needsSecondFolding { secondFoldings += 1 }
                // Three times 2²⁵⁶ is added to both sides, so that none is negative.
                let number = (0..<high + 3).reduce(FixedNatural(step.a)) { sum, _ in sum + limit }
                let result = FixedNatural(element.reduced.montgomery) + limit + limit + limit
                return result % p == number % p
            }
            #expect((secondFoldings > 0) == (high != 0))
        }
    }

    @Test("Negatives, doubles and halves of field elements of edge limbs agree with the reference")
    func unary() {
        EdgeSequence().check { step in
            let (element, number) = (FieldElement(montgomery: step.a), FixedNatural(step.a))
            let half = FixedNatural(element.halved.montgomery)
            return (-element).isRepresented(by: p + p - number)
                && (element + element).isRepresented(by: number + number)
                && (half + half) % p == number % p
        }
    }

    @Test("Field elements of edge limbs have one canonical form, and 0 and p both represent zero")
    func canonical() {
        var zeros = 0
        EdgeSequence().check { step in
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

    @Test("Field elements of edge limbs are equal exactly when their numbers are congruent modulo p")
    func equality() {
        var twins = 0
        EdgeSequence().check { step in
            let (a, b) = (FieldElement(montgomery: step.a), FieldElement(montgomery: step.b))
            let number = FixedNatural(step.a)
            guard (a == b) == (number % p == FixedNatural(step.b) % p) else { return false }
            // A number below 2²⁵⁶ - p has a second representation.
            guard number < limit - p else { return true }
            twins += 1
            let twin = FieldElement(montgomery: UInt256(number + p))
            return a == twin && twin == a && twin.canonical == a.canonical
        }
        #expect(twins > 0)
    }

    @Test("A field element can be made of an integer of edge limbs exactly when the integer is below p")
    func integers() {
        EdgeSequence().check { step in
            let number = FixedNatural(step.a)
            guard let element = FieldElement(step.a) else { return number >= p }
            return number < p && element.isRepresented(by: number.timesTwoTo256)
        }
    }

    @Test("The inverse of a field element of edge limbs times the element is one")
    func inverses() {
        // The stored numbers are x · 2²⁵⁶ and 2²⁵⁶ / x, so their product is 2⁵¹².
        let square = FixedNatural(Natural(twoToThe: 512) % ReferenceCurve.p)
        EdgeSequence().check { step in
            let number = FixedNatural(step.a)
            let inverse = FixedNatural(FieldElement(montgomery: step.a).inverse.montgomery)
            guard !(number % p).isZero else { return inverse.isZero }
            return number * inverse % p == square
        }
    }
}
