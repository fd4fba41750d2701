/// A table of a base point, with which a multiple of the base takes three doublings.
///
/// A scalar is written with the digits 1 and -1, one for each power of two. The digits are cut into pieces of
/// equal length, the teeth. A column consists of one digit of each tooth, all at the same position, and
/// selects one entry of the table. `steps` neighboring columns share the entries of one row, because a
/// doubling takes an entry from one column to the next (Lim and Lee, "More flexible exponentiation with
/// precomputation", 1994; with these digits: Hamburg, "Fast and compact elliptic-curve cryptography", 2012).
struct FixedBaseComb: Sendable {
    /// The number of columns that share a row.
    static let steps = 4

    /// The greatest number of rows: the terms of so many fit on the stack.
    static let maximumRowCount = 8

    /// The number of rows.
    let rows: Int

    /// The number of digits in a column, chosen so that a scalar has at least 256 digits.
    let teeth: Int

    /// The sums for columns whose highest digit is 1.
    ///
    /// Those of the other columns are their negatives.
    ///
    /// The entry at index pattern · rows + row is the sum over the teeth of ± 2^(steps · (tooth · rows +
    /// row)) · base. The sign is + for the highest tooth and for each other tooth whose bit is set in the
    /// pattern.
    let entries: ContiguousArray<AffinePoint>

    /// The comb of the generator, 384 KiB, computed when the first key is prepared.
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
        // Setting a tooth's bit changes its sign from - to +, so it adds twice the tooth's unit.
        var entries = ContiguousArray(AffinePoint.normalized(sums))
        let doubles = AffinePoint.normalized(doubledUnits)
        for tooth in 0..<teeth - 1 {
            let steps = Array(doubles[tooth * rows..<(tooth + 1) * rows])
            AffinePoint.appendSums(to: &entries, and: steps)
        }
        self.entries = entries
    }

    /// Returns the base times a scalar.
    func multiple(by scalar: Scalar) -> JacobianPoint {
        var sum = ExtendedJacobianPoint.infinity
        for step in (0..<Self.steps).reversed() {
            if !sum.isInfinity { sum.double() }
            add(scalar, at: step, to: &sum)
        }
        return sum.jacobian
    }

    /// Adds the terms of the scalar's columns of one step.
    ///
    /// The digits can only write odd numbers. For an even k use n - k, which is odd, and negate each term.
    @inline(__always)
    func add(_ scalar: Scalar, at step: Int, to sum: inout ExtendedJacobianPoint) {
        let isOdd = scalar.integer.l0 & 1 == 1
        let odd = isOdd ? scalar.integer : Scalar.order.subtractingReportingBorrow(scalar.integer).difference
        withTemporarySpan(repeating: 0, count: Self.maximumRowCount) { signs in
            write(signsOf: odd, at: step, to: &signs)
            // Load all entries first, so that cache misses overlap.
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

    /// Writes the signs of an odd number's digits: for each row, those of its column at one step, as one bit
    /// for each tooth, 1 for +.
    ///
    /// `signs` must hold zeros.
    ///
    /// For an odd k below 2^d, digit i of d digits is 1 if bit i + 1 of k + 2^d is set, and -1 otherwise.
    /// With b(i) for bit i, the sum of 2^i (2 b(i + 1) - 1) for i below d is (k + 2^d - 1) - (2^d - 1) = k.
    /// The highest digit is always 1.
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

    /// Returns the term that the signs of a column select: an entry of its row or the negative of one.
    @inline(__always)
    private func term(of signs: Int, in row: Int, isNegated: Bool) -> AffinePoint {
        let patternCount = 1 << (teeth - 1)
        let isPositive = signs >= patternCount
        let pattern = isPositive ? signs - patternCount : patternCount - 1 - signs
        var term = entries[pattern * rows + row]
        // Compute both and select: a branch on a random sign would be mispredicted half the time.
        let opposite = -term.y
        term.y = isPositive == isNegated ? opposite : term.y
        return term
    }
}

extension JacobianPoint {
    /// Returns u1 · G + u2 · Q, where G is the generator and Q the base of a comb.
    static func sum(_ u1: Scalar, timesGeneratorPlus u2: Scalar, times q: FixedBaseComb) -> JacobianPoint {
        let g = FixedBaseComb.generator
        var sum = ExtendedJacobianPoint.infinity
        for step in (0..<FixedBaseComb.steps).reversed() {
            if !sum.isInfinity { sum.double() }
            q.add(u2, at: step, to: &sum)
            g.add(u1, at: step, to: &sum)
        }
        return sum.jacobian
    }
}
