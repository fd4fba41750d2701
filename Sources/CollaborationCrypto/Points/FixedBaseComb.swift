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

    /// The most rows that a comb may have, for whose entries there is room on the stack.
    static let maximumRowCount = 8

    /// The number of rows.
    let rows: Int

    /// The number of digits in a column, so that there are at least 256 in all.
    let teeth: Int

    /// The sums for columns whose highest digit is 1; those of the others are their negatives.
    ///
    /// At index pattern · rows + row stands the sum of ± 2^(steps · (tooth · rows + row)) · base over the
    /// teeth: with + for the highest, and for each other whose bit is set in the pattern.
    let entries: [AffinePoint]

    /// The generator's comb, 384 KiB, made when the first key is prepared.
    static let generator = FixedBaseComb(base: .generator, rows: 6)

    init(base: AffinePoint, rows: Int) {
        self.rows = rows
        teeth = (256 + rows * Self.steps - 1) / (rows * Self.steps)
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
            let steps = Array(doubles[tooth * rows..<(tooth + 1) * rows])
            entries += AffinePoint.sums(of: entries, and: steps)
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
    /// Their digits make odd numbers alone. An even scalar k gives way to n - k, and adds the negative.
    @inline(__always)
    func add(_ scalar: Scalar, at step: Int, to sum: inout JacobianPoint) {
        let isOdd = scalar.integer.l0 & 1 == 1
        let odd = isOdd ? scalar.integer : Scalar.order.subtractingReportingBorrow(scalar.integer).difference
        withTemporarySpan(repeating: 0, count: Self.maximumRowCount) { signs in
            write(signsOf: odd, at: step, to: &signs)
            // All are read before the first is added: they may have to come from far away, and come together.
            withTemporarySpan(repeating: entries[0], count: Self.maximumRowCount) { terms in
                for row in 0..<rows {
                    terms[row] = term(of: signs[row], in: row, isNegated: !isOdd)
                }
                for row in 0..<rows {
                    sum.add(terms[row])
                }
            }
        }
    }

    /// Writes the signs of an odd number's digits over zeros, for each row those of its column at one step: a
    /// bit for each tooth, 1 for +.
    ///
    /// Of d digits, the digit i is 1 where bit i + 1 of k + 2^d is 1. The sum of 2^i (2 b(i + 1) - 1) for i
    /// below d is (k + 2^d - 1) - (2^d - 1) = k, and the highest digit is 1.
    @inline(__always)
    private func write(signsOf odd: UInt256, at step: Int, to signs: inout MutableSpan<Int>) {
        for tooth in (0..<teeth).reversed() {
            let bits = odd.bits(from: tooth * rows * Self.steps + step + 1)
            for row in 0..<rows {
                let bit = bits &>> UInt64(truncatingIfNeeded: row * Self.steps) & 1
                signs[row] = signs[row] << 1 | Int(truncatingIfNeeded: bit)
            }
        }
        if step == Self.steps - 1 { signs[rows - 1] += 1 << (teeth - 1) }
    }

    /// What the signs of a column stand for: an entry of its row, or the negative of one.
    @inline(__always)
    private func term(of signs: Int, in row: Int, isNegated: Bool) -> AffinePoint {
        let patternCount = 1 << (teeth - 1)
        let isPositive = signs >= patternCount
        let pattern = isPositive ? signs - patternCount : patternCount - 1 - signs
        var term = entries[pattern * rows + row]
        // Both are at hand, since nothing foretells a branch on a random sign.
        let opposite = -term.y
        term.y = isPositive == isNegated ? opposite : term.y
        return term
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
