/// A text that is compared and hashed by its UTF-8 bytes, because a stranger may have chosen it.
///
/// Comparing strings takes quadratic time for a long run of combining marks (see ``StringIdentifier``).
/// Public declarations have a plain `String`, as Apple's have.
struct ByteComparedText: StringIdentifier {
    let rawValue: String
}
