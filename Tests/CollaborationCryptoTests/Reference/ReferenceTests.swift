import Testing

@testable import CollaborationCrypto

@Suite("Reference arithmetic")
struct ReferenceTests {
    let numbers = EdgeNumbers.boundaries + Natural.pseudorandom(10, below: EdgeNumbers.limit, seed: 1)

    @Test("The reference integer reads what it writes")
    func hexadecimal() {
        #expect(Natural(hex: "0").description == "0x0")
        #expect(Natural(hex: "00 1 00000002 fedcba98").description == "0x100000002fedcba98")
        #expect(Natural(0x1_0000_0002) == Natural(hex: "100000002"))
        numbers.expectAll { Natural(hex: String($0.description.dropFirst(2))) == $0 }
    }

    @Test("The reference arithmetic agrees with UInt64 on small numbers")
    func smallNumbers() {
        let small = EdgeNumbers.limbs.map { $0 >> 1 } + [2, 3, 10, 0x1234_5678_9abc_def0]
        small.paired(with: small).expectAll { a, b in
            let (x, y) = (Natural(a), Natural(b))
            let product = a.multipliedFullWidth(by: b)
            return x + y == Natural(a + b) && (a < b || x - y == Natural(a - b))
                && x * y == Natural(product.high) << 64 + Natural(product.low) && (x < y) == (a < b)
                && (b == 0 || x.dividedWithRemainder(by: y) == (Natural(a / b), Natural(a % b)))
        }
    }

    @Test("The reference's quotient times the divisor plus the remainder is the dividend")
    func division() {
        let products = numbers.paired(with: numbers.every(3)).map { ($0 * $1 + $1, $0) }
        products.expectAll { dividend, divisor in
            guard !divisor.isZero else { return true }
            let (quotient, remainder) = dividend.dividedWithRemainder(by: divisor)
            return remainder < divisor && quotient * divisor + remainder == dividend
        }
    }

    @Test(
        "A shift of a reference integer multiplies or divides by a power of two",
        arguments: [0, 1, 31, 32, 33, 95, 256]
    ) func shifts(count: Int) {
        numbers.expectAll { number in
            number << count == number * Natural(twoToThe: count)
                && number >> count == number.dividedWithRemainder(by: Natural(twoToThe: count)).quotient
        }
    }

    @Test("A reference integer has an inverse exactly when it is coprime to the modulus")
    func inversion() {
        let p = ReferenceCurve.p
        numbers.filter { $0 % p != 0 }.expectAll { x in
            x.inverse(modulo: p).map { x * $0 % p == 1 && $0 < p } ?? false
        }
        #expect(p.inverse(modulo: p) == nil)
        #expect(Natural(6).inverse(modulo: 9) == nil)
        #expect(Natural(3).power(p - 2, modulo: p) == Natural(3).inverse(modulo: p))
    }

    @Test("The reference curve has the prime and the equation of SP 800-186")
    func curve() {
        let p =
            Natural(twoToThe: 256) - Natural(twoToThe: 224) + Natural(twoToThe: 192) + Natural(twoToThe: 96)
            - 1
        #expect(ReferenceCurve.p == p)
        guard case .affine(let x, let y) = ReferenceCurve.generator else {
            Issue.record("The generator is infinity.")
            return
        }
        #expect(y * y % p == ReferenceCurve.squareOfY(at: x))
    }

    @Test("The reference's small multiples of the generator contain the published one")
    func smallMultiple() { #expect(ReferenceCurve.smallMultiple(20) == PublishedMultiple.all[0].point) }
}
