extension [UInt8] {
    /// Reads base64 (RFC 4648, section 4) in its one canonical form: padded, and without a bit that no byte holds.
    package init?(canonicalBase64 text: some BidirectionalCollection<UInt8>) {
        let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard text.count.isMultiple(of: 4) else { return nil }
        self = []
        reserveCapacity(text.count / 4 * 3)
        var (bits, count) = (0 as UInt32, 0)
        for character in text.dropLast(padding) {
            guard let digit = Self.base64Digit(character) else { return nil }
            (bits, count) = (bits << 6 | UInt32(digit), count + 6)
            guard count >= 8 else { continue }
            count -= 8
            append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        // What is left are the bits that padding makes up for.
        guard count == padding * 2, bits & (1 << UInt32(count) - 1) == 0 else { return nil }
    }

    private static func base64Digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
