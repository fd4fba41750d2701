import Foundation

extension String {
    /// Decodes a percent-encoded text (RFC 3986, section 2.1); nil if a sign is followed by something else than two
    /// hexadecimal digits, or the bytes are not UTF-8, or a noncharacter, which no message can carry.
    init?(percentDecoding text: some StringProtocol) {
        // Foundation would drop a byte-order mark at the beginning of a text, and so take one name for another.
        let digit = { (byte: UInt8?) in byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue } }
        var (bytes, rest) = ([UInt8](), text.utf8[...])
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else { return nil }
                bytes.append(UInt8(16 * high + low))
            } else {
                bytes.append(byte)
            }
        }
        self.init(validating: bytes, as: UTF8.self)
        if unicodeScalars.contains(where: { !$0.isASCII && $0.properties.isNoncharacterCodePoint }) { return nil }
    }

    /// The text with all but the unreserved characters (RFC 3986, section 2.3) percent-encoded.
    var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }
}

private let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
)
