import Testing

@testable import CollaborationCrypto

@Suite("Scalars of edge limbs")
struct ScalarEdgeTests {
    let n = FixedNatural.n
    let limit = FixedNatural(EdgeNumbers.limit)

    @Test("are the integers below n, and any integer below 2n reduced")
    func reduction() {
        var (refused, carried) = (0, 0)
        EdgeWalk().check { step in
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

    /// What a computation with the scalars that test keys are made of gives for two integers.
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

    @Test("have the reference's sums")
    func sums() {
        EdgeWalk().check { step in
            result(step.a, step.b, of: +) == (FixedNatural(step.a) + FixedNatural(step.b)) % n
        }
    }

    @Test("have quotients that the reference multiplies back, two by one divisor")
    func quotients() {
        EdgeWalk().check { step in
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

    /// A divisor for whose inverse the core's is a number of one's choice: 2²⁵⁶ divided by it modulo n.
    private static func divisor(forInverse inverse: UInt256) -> Scalar? {
        let n = ReferenceCurve.n
        return (Natural(inverse) % n).inverse(modulo: n)
            .map { Scalar(UInt256((EdgeNumbers.limit % n) * $0 % n)) } ?? nil
    }

    @Test("have the reference's Montgomery products, where both factors are of edge limbs")
    func montgomeryProducts() {
        #if DEBUG
            let (factorCount, dividendCount, promised) = (8, 8, 100)
        #else
            let (factorCount, dividendCount, promised) = (600, 1_000, 1_000_000)
        #endif
        var products = 0
        var exceptions: [EdgeStep] = []
        var walk = EdgeWalk()
        // A quotient is the dividend's Montgomery product with the inverse, which the divisor is chosen for.
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
                        exceptions.append(step)
                        break
                    }
                }
            }
        }
        #expect(exceptions.prefix(3).isEmpty)
        #expect(products >= promised)
    }

    @Test("have the reference's products")
    func products() {
        // Two inversions make a product dear: every eighth step is enough, with the Montgomery products above.
        var checked = 0
        let exceptions = EdgeWalk().every(8).exceptions { step in
            checked += 1
            return result(step.a, step.b, of: *) == FixedNatural(step.a) * FixedNatural(step.b) % n
        }
        #expect(exceptions.isEmpty)
        #expect(checked >= EdgeWalk.promised / 8)
    }
}
