@testable import CollaborationCrypto

/// The doublings and additions for u1 · G + u2 · Q with Q = k · G by one chain, in the library's order.
struct TracedChain {
    static let (key, generator) = (0, 1)

    private let digitsOfKey: [Int]
    private let digitsOfGenerator: [Int]
    let (u1, u2): (Natural, Natural)

    init(_ u1: Natural, _ u2: Natural) {
        (self.u1, self.u2) = (u1, u2)
        digitsOfKey = Self.digits(u2, width: 5)
        digitsOfGenerator = Self.digits(u1, width: GeneratorTable.width)
    }

    private static func digits(_ scalar: Natural, width: Int) -> [Int] {
        var digits = ContiguousArray<Int16>(repeating: 0, count: NonAdjacentForm.digitCount)
        var span = digits.mutableSpan
        NonAdjacentForm.write(UInt256(scalar), width: width, to: &span)
        return digits.map(Int.init)
    }

    func sum(q: AffinePoint, k: Natural) -> TracedSum {
        let multiplesOfQ = AffinePoint.filledTable(ofOddMultiplesOf: q, count: 8)
        var sum = TracedSum()
        func add(_ digit: Int, times base: Natural, of table: Int, _ multiples: ContiguousArray<AffinePoint>)
        {
            guard digit != 0 else { return }
            let entry = multiples[abs(digit) / 2]
            sum.add(
                digit < 0 ? -entry : entry,
                logarithm: Natural(digit: digit) * base % ReferenceCurve.n,
                table: table,
                entry: abs(digit),
                isNegative: digit < 0
            )
        }
        for position in digitsOfKey.indices.reversed() {
            if !sum.logarithm.isZero { sum.double() }
            add(digitsOfKey[position], times: k, of: Self.key, multiplesOfQ)
            add(digitsOfGenerator[position], times: 1, of: Self.generator, GeneratorTable.points)
        }
        return sum
    }

    /// The positions at which a table has an entry to add, from the lowest.
    func positions(of table: Int) -> [Int] {
        let digits = table == Self.key ? digitsOfKey : digitsOfGenerator
        return digits.indices.filter { digits[$0] != 0 }
    }

    /// The k for which the entry of a table at a position meets an equal or an opposite sum.
    ///
    /// Before the addition the sum is a + k b. Nil if the sum contains only multiples of Q, or none.
    func collision(at position: Int, with table: Int, opposite: Bool) -> Natural? {
        let n = ReferenceCurve.n
        func above(_ digits: [Int]) -> Natural {
            digits[(position + 1)...].reversed().reduce(0) { (2 * $0 + Natural(digit: $1)) % n } * 2 % n
        }
        func signed(_ digit: Int) -> Natural { Natural(digit: opposite ? -digit : digit) }
        var (a, b) = (above(digitsOfGenerator), above(digitsOfKey))
        if table == Self.key {
            b = b.minus(signed(digitsOfKey[position]) % n, modulo: n)
        } else {
            b = (b + Natural(digit: digitsOfKey[position])) % n
            a = a.minus(signed(digitsOfGenerator[position]) % n, modulo: n)
        }
        // a + k b = 0.
        guard !a.isZero, let inverse = b.inverse(modulo: n) else { return nil }
        return (n - a) * inverse % n
    }
}
