/// A text that is compared and hashed by its UTF-8 bytes, because a stranger may have chosen it.
///
/// Comparing strings takes quadratic time for a long run of combining marks (see ``StringIdentifier``).
/// Public declarations have a plain `String`, as Apple's have.
struct ByteComparedText: StringIdentifier {
    let rawValue: String
}

extension ByteComparedText {
    /// Decodes a string of any length, which the type of the decoded value checks.
    init(from decoder: any Decoder) throws {
        self.init(try String(from: decoder))
    }
}
