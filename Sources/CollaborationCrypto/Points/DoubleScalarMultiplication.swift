/// Odd multiples of the generator, for the digits of a wide non-adjacent form.
enum GeneratorTable {
    /// The width of the form that the table serves: 2^(width - 2) points of 64 bytes, 32 KiB.
    static let width = 11

    /// The point (2i + 1) G at index i, made at first use.
    static let points = AffinePoint.oddMultiples(of: .generator, count: 1 << (width - 2))
}

extension JacobianPoint {
    /// The width of the non-adjacent form of Q's scalar, whose table of 2^(width - 2) points is made for one
    /// use.
    private static let width = 5

    /// The point u1 · G + u2 · Q, where G is the generator.
    ///
    /// Both scalars' non-adjacent forms are read from the top with one chain of doublings for the two
    /// (Straus; "Shamir's trick"). G's form is wider, since its table is made once for all.
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

    /// Adds an odd multiple from a table, or nothing for a digit of 0.
    @inline(__always)
    private mutating func add(_ digit: Int16, of oddMultiples: Span<AffinePoint>) {
        if digit > 0 {
            add(oddMultiples[Int(digit) / 2])
        } else if digit < 0 {
            add(-oddMultiples[Int(-digit) / 2])
        }
    }
}
