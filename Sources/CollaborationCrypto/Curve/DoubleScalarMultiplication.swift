extension JacobianPoint {
    /// The width of the non-adjacent form of Q's scalar.
    ///
    /// Its table of 2^(width - 2) points is computed for each call.
    private static let width = 5

    /// Returns u1 · G + u2 · Q, where G is the generator.
    ///
    /// The non-adjacent forms of both scalars share one chain of doublings, from the highest digit down (Straus's
    /// algorithm, also called Shamir's trick). The form for G is wider, since its table is computed only once.
    static func doubleScalarMultiplication(u1: Scalar, u2: Scalar, q: AffinePoint) -> JacobianPoint {
        let tableCount = 1 << (width - 2)
        return withTemporarySpan(repeating: q, count: tableCount) { multiplesOfQ in
            withTemporarySpan(repeating: OddMultiple.unused, count: tableCount) { multiples in
                AffinePoint.fill(&multiplesOfQ, withOddMultiplesOf: q, using: &multiples)
            }
            return NonAdjacentForm.withDigits(of: u2, width: width) { digitsOfQ in
                NonAdjacentForm.withDigits(of: u1, width: GeneratorTable.width) { digitsOfG in
                    let multiplesOfG = GeneratorTable.points
                    var result = infinity
                    // Invariant: result = Σ dᵢ 2^(i - position) over all digits from `position` on, of both scalars
                    for position in (0..<NonAdjacentForm.digitCount).reversed() {
                        if !result.isInfinity { result.double() }
                        result.add(digitsOfQ[position], of: multiplesOfQ.span)
                        result.add(digitsOfG[position], of: multiplesOfG.span)
                    }
                    return result
                }
            }
        }
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

/// The width-w non-adjacent form of an integer: digits that are 0 or odd and below 2^(w - 1) in absolute value.
///
/// At most one of w consecutive digits is not 0, and on average one of w + 1 (Solinas, "Efficient arithmetic
/// on Koblitz curves", 2000).
enum NonAdjacentForm {
    /// The number of digits: one more than an integer has bits, for the carry out of the highest one.
    static let digitCount = 257

    /// Calls `body` with the digits of a scalar, least significant first.
    @inline(__always)
    static func withDigits<Value>(of scalar: Scalar, width: Int, _ body: (Span<Int16>) -> Value) -> Value {
        withTemporarySpan(repeating: 0 as Int16, count: digitCount) { digits in
            write(scalar.integer, width: width, to: &digits)
            return body(digits.span)
        }
    }

    /// Writes the digits, least significant first.
    ///
    /// `digits` must hold zeros.
    ///
    /// A window that reaches beyond bit 255 has zeros there, so its digit is positive, and no carry leaves
    /// the highest position, 256.
    static func write(_ integer: UInt256, width: Int, to digits: inout MutableSpan<Int16>) {
        let window = 1 << width
        var carry = 0
        var position = 0
        // Invariant: Σ digits[i] 2^i + carry 2^position = integer modulo 2^position
        while position < digitCount {
            // Where the bit equals the carry, the digit is 0 and the carry does not change.
            let bits = integer.bits(from: position)
            let zeros = (carry == 0 ? bits : ~bits).trailingZeroBitCount
            guard zeros == 0 else {
                position += zeros
                continue
            }
            let digit = Int(truncatingIfNeeded: bits) & (window - 1) + carry
            carry = digit > window / 2 ? 1 : 0
            digits[position] = Int16(truncatingIfNeeded: digit - carry * window)
            position += width
        }
    }
}
