/// A text that is compared and hashed by its UTF-8 bytes, because a stranger may have chosen it.
///
/// Comparing strings takes quadratic time for a long run of combining marks (see ``StringIdentifier``).
/// Public declarations have a plain `String`, as Apple's have.
package struct ByteComparedText: StringIdentifier {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension ByteComparedText {
    /// Decodes a string of any length, which the type of the decoded value checks.
    package init(from decoder: any Decoder) throws {
        self.init(try String(from: decoder))
    }
}
