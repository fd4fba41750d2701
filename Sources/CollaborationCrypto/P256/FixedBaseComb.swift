/// A comb of one point: sums of its multiples by powers of two, of which any multiple of it is made with
/// three doublings.
///
/// A scalar is written with digits 1 and -1, one for each power of two, and the digits are dealt out to teeth
/// of as many digits each. A column is one digit of every tooth, at the same place in each. A row of the comb
/// serves the columns of `steps` neighbouring places: what one of them adds is doubled into the place of the
/// next (Lim and Lee, "More flexible exponentiation with precomputation", 1994; with these digits: Hamburg,
/// "Fast and compact elliptic-curve cryptography", 2012).
struct FixedBaseComb: Sendable {
    /// The number of columns that share a row.
    static let steps = 4

    /// The number of digits in a column.
    let teeth: Int

    /// The number of rows, so that there are at least 256 digits.
    let rows: Int

    /// The sums for columns whose highest digit is 1; those of the others are their negatives.
    ///
    /// At index pattern · rows + row stands the sum of ± 2^(steps · (tooth · rows + row)) · base over the
    /// teeth: with + for the highest, and for each other whose bit is set in the pattern.
    let entries: [AffinePoint]

    /// The generator's comb, 224 KiB, made when the first key is prepared.
    static let generator = FixedBaseComb(base: .generator, teeth: 10)

    init(base: AffinePoint, teeth: Int) {
        self.teeth = teeth
        rows = (256 + teeth * Self.steps - 1) / (teeth * Self.steps)
        var unit = JacobianPoint(base)
        var units: [JacobianPoint] = []
        var doubledUnits: [JacobianPoint] = []
        for _ in 0..<teeth * rows {
            units.append(unit)
            unit.double()
            doubledUnits.append(unit)
            for _ in 1..<Self.steps {
                unit.double()
            }
        }
        var sums = Array(units.suffix(rows))
        for (index, unit) in AffinePoint.normalized(units.dropLast(rows)).enumerated() {
            sums[index % rows].add(-unit)
        }
        // A bit of the pattern turns its tooth's - into +, by twice the tooth's unit.
        var entries = AffinePoint.normalized(sums)
        let doubles = AffinePoint.normalized(doubledUnits)
        for tooth in 0..<teeth - 1 {
            entries += AffinePoint.sums(entries, Array(doubles[tooth * rows..<(tooth + 1) * rows]))
        }
        self.entries = entries
    }

    /// The base times a scalar.
    func multiple(by scalar: Scalar) -> JacobianPoint {
        var sum = JacobianPoint.infinity
        for step in (0..<Self.steps).reversed() {
            sum.double()
            add(scalar, at: step, to: &sum)
        }
        return sum
    }

    /// Adds what the scalar's columns of one step stand for.
    ///
    /// These digits make odd numbers alone. An even scalar k gives way to n - k, and adds the negative.
    @inline(__always)
    func add(_ scalar: Scalar, at step: Int, to sum: inout JacobianPoint) {
        let isOdd = scalar.integer.l0 & 1 == 1
        let odd = isOdd ? scalar.integer : Scalar.order.subtractingReportingBorrow(scalar.integer).difference
        let patternCount = 1 &<< (teeth &- 1)
        // An entry is read while the one before it is added, since it may have to come from far away.
        var pending: AffinePoint?
        for row in 0..<rows {
            let signs = signs(of: odd, in: row * Self.steps + step)
            let isPositive = signs >= patternCount
            let pattern = isPositive ? signs - patternCount : patternCount - 1 - signs
            let entry = entries[pattern * rows + row]
            if let pending { sum.add(pending) }
            pending = isPositive == isOdd ? entry : -entry
        }
        if let pending { sum.add(pending) }
    }

    /// The signs of an odd number's digits in a column: a bit for each tooth, 1 for +.
    ///
    /// Of d digits, the digit i is 1 where bit i + 1 of k + 2^d is 1. The sum of 2^i (2 b(i + 1) - 1) for i
    /// below d is (k + 2^d - 1) - (2^d - 1) = k, and the highest digit is 1.
    @inline(__always)
    private func signs(of odd: UInt256, in column: Int) -> Int {
        let columns = rows * Self.steps
        var signs = 0
        for tooth in (0..<teeth).reversed() {
            signs = signs &<< 1 | Int(truncatingIfNeeded: odd.bits(from: tooth * columns + column + 1) & 1)
        }
        return column == columns - 1 ? signs | 1 &<< (teeth &- 1) : signs
    }
}

extension JacobianPoint {
    /// The point u1 · G + u2 · Q, where G is the generator and Q the base of a comb.
    static func sum(_ u1: Scalar, timesGeneratorPlus u2: Scalar, times q: FixedBaseComb) -> JacobianPoint {
        let g = FixedBaseComb.generator
        var sum = infinity
        for step in (0..<FixedBaseComb.steps).reversed() {
            sum.double()
            q.add(u2, at: step, to: &sum)
            g.add(u1, at: step, to: &sum)
        }
        return sum
    }
}
