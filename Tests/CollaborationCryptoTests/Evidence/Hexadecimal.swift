/// Bytes that a vector file writes as hexadecimal digits.
struct Hexadecimal: Decodable, Hashable {
    let bytes: [UInt8]

    init(_ digits: some StringProtocol) throws(NotHexadecimal) {
        let values = digits.compactMap(\.hexDigitValue)
        guard values.count == digits.count, values.count.isMultiple(of: 2) else {
            throw NotHexadecimal(digits: String(digits))
        }
        bytes = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
    }

    init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }
}

struct NotHexadecimal: Error {
    let digits: String
}

extension Sequence<UInt8> {
    /// Two lower-case digits a byte.
    var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
