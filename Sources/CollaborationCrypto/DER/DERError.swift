/// The rule of the Distinguished Encoding Rules (X.690) that bytes break.
public enum DERError: Error, Hashable, Sendable {
    /// The bytes end before the element does.
    case truncated

    /// An element has another tag than the structure requires.
    case unexpectedTag(expected: UInt8, found: UInt8)

    /// A length is of the indefinite form, which X.690 (10.1) excludes.
    case indefiniteLength

    /// A length takes more bytes than it needs (X.690, 10.1).
    case nonMinimalLength

    /// An integer has no bytes (X.690, 8.3.1).
    case emptyInteger

    /// An integer is negative where the structure allows no negative one.
    case negativeInteger

    /// An integer takes more bytes than it needs (X.690, 8.3.2).
    case nonMinimalInteger

    /// A bit string does not begin with 00, the number of unused bits in its last byte (X.690, 8.6.2).
    case unusedBits

    /// Bytes follow after the end of the structure.
    case trailingBytes
}
