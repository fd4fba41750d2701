import CollaborationTestSupport
import Testing

@testable import CollaborationCrypto

@Suite("Scalars")
struct ScalarTests {
    let n = ReferenceCurve.n
    let numbers = EdgeNumbers.all + Natural.pseudorandom(40, below: EdgeNumbers.limit, seed: 3)

    @Test("A scalar can be made of every integer below n and of no other integer")
    func range() {
        numbers.expectAll { number in
            guard let scalar = Scalar(UInt256(number)) else { return number >= n }
            return number < n && Natural(scalar.integer) == number
        }
        #expect(Scalar(UInt256(n)) == nil)
        #expect(Scalar(UInt256(n - 1)) != nil)
    }

    @Test("Any 256-bit integer can be reduced to a scalar modulo n")
    func reduction() {
        numbers.expectAll { Natural(Scalar(reducing: UInt256($0)).integer) == $0 % n }
    }

    @Test("The sum of two scalars is the sum of their integers modulo n")
    func sums() {
        let terms = EdgeNumbers.boundaries.filter { $0 < n }
        terms.paired(with: terms).expectAll { a, b in
            Natural((Scalar(a) + Scalar(b)).integer) == (a + b) % n
        }
    }

    @Test("A scalar times the inverse of another is their quotient modulo n, and the inverse of 0 is 0")
    func quotients() {
        let divisors = EdgeNumbers.below(n).filter { !$0.isZero }
        let dividends = [0, 1, 2, n - 1, n - 2, n >> 1, EdgeNumbers.limit - n, Natural(twoToThe: 255)]
        dividends.everyInDebug(3).paired(with: divisors.everyInDebug(6)).expectAll { dividend, divisor in
            let quotient = Natural((Scalar(dividend) * Scalar(divisor).inverse).integer)
            return quotient < n && quotient * divisor % n == dividend
        }
        #expect(Scalar.zero.inverse.isZero)
    }
}
