import Testing

@testable import CollaborationCrypto

@Suite("Scalars")
struct ScalarTests {
    let n = ReferenceCurve.n
    let numbers = EdgeNumbers.all + Natural.pseudorandom(40, below: EdgeNumbers.limit, seed: 3)

    @Test("A scalar can be made of every integer below n and of no other integer")
    func range() {
        let counterexamples = numbers.counterexamples { number in
            guard let scalar = Scalar(UInt256(number)) else { return number >= n }
            return number < n && Natural(scalar.integer) == number
        }
        #expect(counterexamples.isEmpty)
        #expect(Scalar(UInt256(n)) == nil)
        #expect(Scalar(UInt256(n - 1)) != nil)
    }

    @Test("Any 256-bit integer can be reduced to a scalar modulo n")
    func reduction() {
        #expect(numbers.counterexamples { Natural(Scalar(reducing: UInt256($0)).integer) == $0 % n }.isEmpty)
    }

    @Test("Dividing two scalars by a third gives both quotients modulo n")
    func quotients() {
        let divisors = EdgeNumbers.below(n).filter { !$0.isZero }
        let dividends = [0, 1, 2, n - 1, n - 2, n >> 1, EdgeNumbers.limit - n, Natural(twoToThe: 255)]
        #if DEBUG
            let (chosenDivisors, chosenDividends) = (divisors.every(6), dividends.every(3))
        #else
            let (chosenDivisors, chosenDividends) = (divisors, dividends)
        #endif
        let pairs = chosenDividends.paired(with: dividends).map { $0 }
        let counterexamples = pairs.paired(with: chosenDivisors).counterexamples { pair, divisor in
            let quotients = Scalar.quotients(Scalar(pair.0), Scalar(pair.1), by: Scalar(divisor))
            let (a, b) = (Natural(quotients.0.integer), Natural(quotients.1.integer))
            return a < n && b < n && a * divisor % n == pair.0 && b * divisor % n == pair.1
        }
        #expect(counterexamples.isEmpty)
    }
}
