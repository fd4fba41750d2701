/// The limits of a JSON text that is accepted.
///
/// RFC 8259, section 9, lets a parser set them. They are far above what any message of this package needs, and
/// far below what would hurt a server.
public enum JSONLimits {
    /// The greatest size of a text in bytes, 16 MiB.
    ///
    /// It holds a request with a quarter of a million known root hashes. A server that takes smaller messages limits the
    /// size of the body before it reads it.
    public static let byteCount = 1 << 24

    /// The greatest number of arrays and objects within each other, 32.
    ///
    /// The deepest value of this package has 8. A decoder that recurses needs little of a thread's stack for 32.
    package static let depth = 32

    /// The greatest number of members in one object, 1,024.
    ///
    /// Lists are arrays, which have no limit of their own.
    package static let memberCount = 1024

    /// The greatest length of a member's name, 256 bytes of UTF-8.
    ///
    /// No name of this package has more than 25. Swift's strings, which a decoder makes of names, take quadratic
    /// time to compare when they have many combining marks.
    package static let nameByteCount = 256

    /// The greatest length of a number, 128 characters.
    ///
    /// A `Double` has at most 24 when it is encoded.
    package static let numberByteCount = 128

    /// The greatest length of an identifier, 1,024 bytes of UTF-8.
    ///
    /// A UUID has 36. Databases index keys of this length.
    public static let identifierByteCount = 1024

    /// The greatest length of a title, a name, a handle or another text, 4,096 bytes of UTF-8.
    ///
    /// That is a page of text, and more than a banner or a share sheet can show. An e-mail address has at most 254.
    public static let textByteCount = 4096
}
