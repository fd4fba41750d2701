import Testing

@testable import CollaborationCrypto

@Suite("Scalars of edge limbs")
struct ScalarEdgeTests {
    let n = FixedNatural.n
    let limit = FixedNatural(EdgeNumbers.limit)

    @Test("A scalar of edge limbs can be made of an integer below n, or by reducing one below 2n")
    func reduction() {
        var (refused, carried) = (0, 0)
        EdgeSequence().check { step in
            let number = FixedNatural(step.a)
            if number >= n { refused += 1 }
            guard (Scalar(step.a) != nil) == (number < n),
                FixedNatural(Scalar(reducing: step.a).integer) == number % n
            else { return false }
            guard number + limit < n + n else { return true }
            carried += 1
            return FixedNatural(Scalar(reducing: step.a, carry: 1).integer) == (number + limit) % n
        }
        #expect(refused > 0)
        #expect(carried > 0)
    }

    @Test("Sums and products of scalars of edge limbs agree with the reference")
    func sumsAndProducts() {
        EdgeSequence().check { step in
            let (a, b) = (Scalar(reducing: step.a), Scalar(reducing: step.b))
            let (x, y) = (FixedNatural(step.a), FixedNatural(step.b))
            return FixedNatural((a + b).integer) == (x + y) % n && FixedNatural((a * b).integer) == x * y % n
        }
    }

    @Test("The inverse of a scalar of edge limbs times the scalar is 1")
    func inverses() {
        EdgeSequence().check { step in
            let inverse = FixedNatural(Scalar(reducing: step.a).inverse.integer)
            let product = inverse * (FixedNatural(step.a) % n) % n
            return inverse < n && product == (inverse.isZero ? .zero : FixedNatural(Natural.one))
        }
    }

    @Test("Montgomery products of scalars of edge limbs agree with the reference")
    func montgomeryProducts() {
        EdgeSequence().check { step in
            let (a, b) = (Scalar(reducing: step.a).integer, Scalar(reducing: step.b).integer)
            let product = FixedNatural(Scalar.montgomeryProduct(a, b).integer)
            return product < n && product.timesTwoTo256 % n == FixedNatural(a) * FixedNatural(b) % n
        }
    }
}
