import Foundation

extension String {
    /// Decodes a percent-encoded text (RFC 3986, section 2.1); nil if a sign is followed by something else than two
    /// hexadecimal digits, or the bytes are not UTF-8, or a noncharacter, which no message can carry.
    init?(percentDecoding text: some StringProtocol) {
        // Foundation drops a byte-order mark at the beginning of a text, and so takes one name for another.
        guard let decoded = ("/" + text).removingPercentEncoding else { return nil }
        self.init(decoded.unicodeScalars.dropFirst())
        if unicodeScalars.contains(where: { !$0.isASCII && $0.properties.isNoncharacterCodePoint }) { return nil }
    }

    /// The text with all but the unreserved characters (RFC 3986, section 2.3) percent-encoded.
    var percentEncoded: String { addingPercentEncoding(withAllowedCharacters: unreserved) ?? "" }
}

private let unreserved = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~"
)
