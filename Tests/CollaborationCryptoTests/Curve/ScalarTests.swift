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
    func reduction() { numbers.expectAll { Natural(Scalar(reducing: UInt256($0)).integer) == $0 % n } }

    @Test("The sum of two scalars is the sum of their integers modulo n")
    func sums() {
        let terms = EdgeNumbers.boundaries.filter { $0 < n }
        terms.paired(with: terms).expectAll { a, b in Natural((Scalar(a) + Scalar(b)).integer) == (a + b) % n }
    }

    @Test("A scalar times the inverse of another is their quotient modulo n, and the inverse of 0 is 0")
    func quotients() {
        let divisors = EdgeNumbers.below(n).filter { !$0.isZero }
        let dividends = [1, n - 1, n >> 1, EdgeNumbers.limit - n]
        dividends.paired(with: divisors).expectAll { dividend, divisor in
            let quotient = Natural((Scalar(dividend) * Scalar(divisor).inverse).integer)
            return quotient < n && quotient * divisor % n == dividend
        }
        #expect(Scalar.zero.inverse.isZero)
    }

    @Test("A scalar is read from 32 bytes of an integer below n, and written as the same bytes")
    func bytes() throws {
        let order = UInt256(n).bigEndianBytes
        let last = UInt256(n - 1).bigEndianBytes
        #expect(Scalar(bigEndian: order) == nil)
        #expect(Scalar(bigEndian: [1]) == nil)
        #expect(Scalar(bigEndian: last)?.bigEndianBytes == last)
        #expect(try Scalar(reducing: SHA256Digest(rawRepresentation: order)) == .zero)
    }

    @Test("Multiplying the generator by a scalar agrees with adding points, and zero gives no point")
    func publicKeys() throws {
        let generator = try #require(Scalar(1).timesGenerator)
        #expect(generator.adding(generator) == Scalar(2).timesGenerator)
        #expect(Scalar.zero.timesGenerator == nil)
        #expect(try generator.adding(#require(Scalar(n - 1).timesGenerator)) == nil)
    }
}
