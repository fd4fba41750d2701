/// A number of a JSON text, as it is written.
struct JSONNumber {
    /// Where it stands.
    var range: Range<Int>

    /// Whether it has a fraction or an exponent.
    var hasFractionOrExponent: Bool
}

extension JSONReader {
    /// Reads a number that is written as an integer: without a fraction, an exponent, or a sign on zero.
    ///
    /// - Returns: The integer; nil if it is out of the type's range.
    mutating func readInteger<Integer: FixedWidthInteger>(
        _ type: Integer.Type,
        in json: Span<UInt8>
    ) throws(MalformedJSONError) -> Integer? {
        guard try nextKind(in: json) == .number else { throw error(.notInteger) }
        let number = try readNumber(in: json)
        let isNegative = json[number.range.lowerBound] == UInt8(ascii: "-")
        let digits = number.range.dropFirst(isNegative ? 1 : 0)
        guard !number.hasFractionOrExponent, !(isNegative && json[digits.lowerBound] == UInt8(ascii: "0"))
        else {
            throw MalformedJSONError(.notInteger, at: number.range.lowerBound)
        }
        var value: Integer = 0
        for index in digits {
            let digit = Integer(json[index] - UInt8(ascii: "0"))
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflowOfSum) =
                isNegative
                ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            guard !overflow, !overflowOfSum else { return nil }
            value = sum
        }
        return value
    }

    /// Reads a number without taking it out of the text.
    mutating func readNumber(in json: Span<UInt8>) throws(MalformedJSONError) -> JSONNumber {
        let start = offset
        _ = skip("-", in: json)
        if !skip("0", in: json) { try requireDigits(in: json) }
        let endOfInteger = offset
        if skip(".", in: json) { try requireDigits(in: json) }
        if skip("e", in: json) || skip("E", in: json) {
            _ = skip("+", in: json) || skip("-", in: json)
            try requireDigits(in: json)
        }
        guard offset - start <= JSONLimits.numberByteCount else {
            throw MalformedJSONError(.numberTooLong, at: start)
        }
        return JSONNumber(range: start..<offset, hasFractionOrExponent: offset != endOfInteger)
    }

    /// Reads one or more digits.
    private mutating func requireDigits(in json: Span<UInt8>) throws(MalformedJSONError) {
        let start = offset
        while offset < json.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= json[offset] { offset += 1 }
        guard offset > start else { throw error(.notJSON) }
    }
}
