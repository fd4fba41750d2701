/// A table of odd multiples of the generator, which the digits of a non-adjacent form select.
enum GeneratorTable {
    /// The width of the non-adjacent form.
    ///
    /// The table has 2^(width - 2) points of 64 bytes, 32 KiB.
    static let width = 11

    /// The points (2i + 1) G at index i, computed at first use.
    static let points = AffinePoint.oddMultiples(of: .generator, width: width)
}

extension JacobianPoint {
    /// The width of the non-adjacent form of Q's scalar.
    ///
    /// Its table of 2^(width - 2) points is computed for each call.
    private static let width = 5

    /// Returns u1 · G + u2 · Q, where G is the generator.
    ///
    /// The non-adjacent forms of both scalars share one chain of doublings, from the highest digit down
    /// (Straus's algorithm, also called Shamir's trick). The form for G is wider, since its table is computed
    /// only once.
    static func sum(_ u1: Scalar, timesGeneratorPlus u2: Scalar, times q: AffinePoint) -> JacobianPoint {
        let tableCount = 1 << (width - 2)
        return withTemporarySpan(repeating: q, count: tableCount) { multiplesOfQ in
            withTemporarySpan(repeating: FieldElement.one, count: tableCount) { ratios in
                AffinePoint.fill(&multiplesOfQ, withOddMultiplesOf: q, ratios: &ratios)
            }
            return withTemporarySpan(repeating: 0 as Int16, count: NonAdjacentForm.digitCount) { digitsOfQ in
                NonAdjacentForm.write(u2.integer, width: width, to: &digitsOfQ)
                return withTemporarySpan(repeating: 0 as Int16, count: NonAdjacentForm.digitCount) {
                    digitsOfG in
                    NonAdjacentForm.write(u1.integer, width: GeneratorTable.width, to: &digitsOfG)
                    return sum(digitsOfG.span, digitsOfQ.span, multiplesOfQ.span)
                }
            }
        }
    }

    @inline(__always)
    private static func sum(
        _ digitsOfG: Span<Int16>,
        _ digitsOfQ: Span<Int16>,
        _ multiplesOfQ: Span<AffinePoint>
    ) -> JacobianPoint {
        let multiplesOfG = GeneratorTable.points
        var result = infinity
        for position in (0..<NonAdjacentForm.digitCount).reversed() {
            if !result.isInfinity { result.double() }
            result.add(digitsOfQ[position], of: multiplesOfQ)
            result.add(digitsOfG[position], of: multiplesOfG.span)
        }
        return result
    }

    /// Adds the odd multiple that a digit selects from a table, and nothing for a digit of 0.
    @inline(__always)
    private mutating func add(_ digit: Int16, of oddMultiples: Span<AffinePoint>) {
        if digit > 0 {
            add(oddMultiples[Int(digit) / 2])
        } else if digit < 0 {
            add(-oddMultiples[Int(-digit) / 2])
        }
    }
}
