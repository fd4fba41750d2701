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

    /// The result of an operation on two group scalars, which test keys are made of.
    private func result(
        _ a: UInt256,
        _ b: UInt256,
        of operation: (P256.GroupScalar, P256.GroupScalar) -> P256.GroupScalar
    ) -> FixedNatural? {
        guard let x = P256.GroupScalar(bigEndian: Scalar(reducing: a).integer.bigEndianBytes),
            let y = P256.GroupScalar(bigEndian: Scalar(reducing: b).integer.bigEndianBytes)
        else { return nil }
        return FixedNatural(UInt256(bigEndian: ContiguousArray(operation(x, y).bigEndianBytes).span, at: 0))
    }

    @Test("Sums of scalars of edge limbs agree with the reference")
    func sums() {
        EdgeSequence().check { step in
            result(step.a, step.b, of: +) == (FixedNatural(step.a) + FixedNatural(step.b)) % n
        }
    }

    @Test("Each of two quotients of scalars of edge limbs times their divisor is the dividend")
    func quotients() {
        EdgeSequence().check { step in
            let (a, b, divisor) = (
                Scalar(reducing: step.b), Scalar(reducing: step.c), Scalar(reducing: step.a)
            )
            guard !divisor.isZero else { return FixedNatural(step.a) % n == .zero }
            let quotients = Scalar.quotients(a, b, by: divisor)
            let (first, second) = (
                FixedNatural(quotients.0.integer), FixedNatural(quotients.1.integer)
            )
            return first < n && second < n
                && first * FixedNatural(divisor.integer) % n == FixedNatural(step.b) % n
                && second * FixedNatural(divisor.integer) % n == FixedNatural(step.c) % n
        }
    }

    /// The divisor whose inverse, times 2²⁵⁶, is stored as a chosen number.
    private static func divisor(forInverse inverse: UInt256) -> Scalar? {
        let n = ReferenceCurve.n
        return (Natural(inverse) % n).inverse(modulo: n)
            .map { Scalar(UInt256((EdgeNumbers.limit % n) * $0 % n)) } ?? nil
    }

    @Test("Montgomery products of scalars of edge limbs agree with the reference")
    func montgomeryProducts() {
        #if DEBUG
            let (factorCount, dividendCount, promised) = (8, 8, 100)
        #else
            let (factorCount, dividendCount, promised) = (600, 1_000, 1_000_000)
        #endif
        var products = 0
        var counterexamples: [EdgeStep] = []
        var walk = EdgeSequence()
        // A quotient is the Montgomery product of the dividend and the stored inverse of the divisor.
        for _ in 0..<factorCount {
            guard let chosen = walk.next(), let divisor = Self.divisor(forInverse: chosen.b) else { continue }
            let factor = FixedNatural(chosen.b) % n
            for _ in 0..<dividendCount {
                guard let step = walk.next() else { break }
                let dividends = [step.c, step.d].map { FixedNatural(Scalar(reducing: $0).integer) }
                let quotients = Scalar.quotients(
                    Scalar(reducing: step.c),
                    Scalar(reducing: step.d),
                    by: divisor
                )
                for (dividend, quotient) in zip(dividends, [quotients.0, quotients.1]) {
                    products += 1
                    let product = FixedNatural(quotient.integer)
                    guard product < n, product.timesTwoTo256 % n == dividend * factor % n else {
                        counterexamples.append(step)
                        break
                    }
                }
            }
        }
        #expect(counterexamples.prefix(3).isEmpty)
        #expect(products >= promised)
    }

    @Test("Products of scalars of edge limbs agree with the reference")
    func products() {
        // A product needs two inversions, so only every eighth step is tested.
        var checked = 0
        let counterexamples = EdgeSequence().every(8).counterexamples { step in
            checked += 1
            return result(step.a, step.b, of: *) == FixedNatural(step.a) * FixedNatural(step.b) % n
        }
        #expect(counterexamples.isEmpty)
        #expect(checked >= EdgeSequence.minimumLength / 8)
    }
}
