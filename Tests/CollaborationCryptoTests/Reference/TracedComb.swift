@testable import CollaborationCrypto

/// The additions for u1 · G + u2 · Q with Q = k · G by two combs, in the library's order.
struct TracedComb {
    static let (key, generator) = (0, 1)

    let (u1, u2): (Natural, Natural)
    let comb: FixedBaseComb

    /// An entry to add: the teeth of one comb in one column.
    struct Addition {
        let table: Int
        let column: Int
        let isNegative: Bool
        let entry: AffinePoint

        /// The entry as a multiple of its comb's base, modulo n.
        let multiple: Natural
    }

    /// The additions of each step, from the highest.
    let steps: [[Addition]]

    init(_ u1: Natural, _ u2: Natural, times comb: FixedBaseComb) {
        (self.u1, self.u2, self.comb) = (u1, u2, comb)
        steps = (0..<FixedBaseComb.steps).reversed().map { step in
            (0..<comb.rows).map { Self.addition(u2, of: comb, table: Self.key, row: $0, step: step) }
                + (0..<FixedBaseComb.generator.rows).map {
                    Self.addition(u1, of: .generator, table: Self.generator, row: $0, step: step)
                }
        }
    }

    private static func addition(
        _ scalar: Natural,
        of comb: FixedBaseComb,
        table: Int,
        row: Int,
        step: Int
    ) -> Addition {
        let columns = comb.rows * FixedBaseComb.steps
        let column = row * FixedBaseComb.steps + step
        // With digits 1 and -1 for bits 1 and 0, k + 2^d - 1 is twice the bits' number.
        let odd = scalar.bit(0) ? scalar : ReferenceCurve.n - scalar
        let bits = (odd + Natural(twoToThe: comb.teeth * columns) - 1) >> 1
        let digits = (0..<comb.teeth).map { bits.bit($0 * columns + column) == scalar.bit(0) ? 1 : -1 }
        let highest = digits[comb.teeth - 1]
        let pattern = digits.dropLast().enumerated().reduce(0) {
            $0 + ($1.element == highest ? 1 << $1.offset : 0)
        }
        let entry = comb.entries[pattern * comb.rows + row]
        let multiple = digits.enumerated().reduce(Natural.zero) { sum, digit in
            let power =
                Natural(twoToThe: digit.offset * columns + row * FixedBaseComb.steps) % ReferenceCurve.n
            return (sum + power * Natural(digit: digit.element)) % ReferenceCurve.n
        }
        return Addition(
            table: table,
            column: column,
            isNegative: highest < 0,
            entry: highest < 0 ? -entry : entry,
            multiple: multiple
        )
    }

    func sum(k: Natural) -> TracedSum<ExtendedJacobianPoint> {
        var sum = TracedSum<ExtendedJacobianPoint>()
        for additions in steps {
            if !sum.logarithm.isZero { sum.double() }
            for addition in additions {
                sum.add(
                    addition.entry,
                    logarithm: addition.multiple * (addition.table == Self.key ? k : 1) % ReferenceCurve.n,
                    table: addition.table,
                    entry: addition.column,
                    isNegative: addition.isNegative
                )
            }
        }
        return sum
    }

    /// The k for which an entry meets an equal or an opposite sum.
    ///
    /// Before the addition the sum is a + k b. Nil if the sum contains only multiples of Q.
    func collision(at column: Int, of table: Int, opposite: Bool) -> Natural? {
        let n = ReferenceCurve.n
        var (a, b) = (Natural.zero, Natural.zero)
        for additions in steps {
            (a, b) = (2 * a % n, 2 * b % n)
            for addition in additions {
                let isWanted = addition.table == table && addition.column == column
                let change = isWanted && !opposite ? n - addition.multiple : addition.multiple
                if addition.table == Self.key { b = (b + change) % n } else { a = (a + change) % n }
                guard isWanted else { continue }
                // a + k b = 0.
                guard !a.isZero, let inverse = b.inverse(modulo: n) else { return nil }
                return (n - a) * inverse % n
            }
        }
        return nil
    }
}
