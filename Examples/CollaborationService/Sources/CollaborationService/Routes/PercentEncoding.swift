import Foundation

extension String {
    /// Decodes a percent-encoded text (RFC 3986, section 2.1); nil if a sign is followed by something else than two
    /// hexadecimal digits, or the bytes are not UTF-8, or a noncharacter, which no message can carry.
    ///
    /// Foundation's function drops a byte-order mark at the beginning, and so takes one name for another.
    init?(percentDecoding text: some StringProtocol) {
        var (bytes, rest) = ([UInt8](), Array(text.utf8)[...])
        func digit(_ byte: UInt8?) -> Int? { byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue } }
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else { return nil }
            bytes.append(UInt8(high * 16 + low))
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
