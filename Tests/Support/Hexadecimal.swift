/// Bytes that a test or a vector file writes as hexadecimal digits.
package struct Hexadecimal: Decodable, Hashable, Sendable {
    /// The bytes that the digits stand for.
    package let bytes: [UInt8]

    /// Reads two digits a byte, upper or lower case, and nothing else.
    package init(_ digits: some StringProtocol) throws(NotHexadecimal) {
        let values: [Int] = digits.compactMap { $0.hexDigitValue }
        guard values.count == digits.count, values.count.isMultiple(of: 2) else {
            throw NotHexadecimal(digits: String(digits))
        }
        bytes = stride(from: 0, to: values.count, by: 2).map { (index: Int) -> UInt8 in
            UInt8(16 * values[index] + values[index + 1])
        }
    }

    package init(from decoder: any Decoder) throws { try self.init(decoder.singleValueContainer().decode(String.self)) }
}

/// A text with an odd number of digits, or with a character that is not a hexadecimal digit.
package struct NotHexadecimal: Error {
    package let digits: String
}

extension Sequence<UInt8> {
    /// Two lower-case digits a byte.
    package var hexadecimal: String { map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined() }
}
