/// The limits of a JSON text that is accepted.
///
/// RFC 8259, section 9, lets a parser set them. They are far above what any message of this package needs, and
/// far below what would hurt a server.
public enum JSONLimits {
    /// The greatest size in bytes of a ``VerificationRequest``, and of a ``CollaborationList``, 16 MiB.
    ///
    /// It holds a quarter of a million known root hashes.
    package static let byteCount = 1 << 24

    /// The greatest size in bytes of a message that a server receives, 128 KiB.
    ///
    /// It holds an update with 1,000 identities. A server limits the body to it before it reads it.
    public static let messageByteCount = 1 << 17

    /// The greatest number of arrays and objects within each other, 32.
    ///
    /// The deepest message of this package has 3.
    package static let depth = 32

    /// The greatest number of members in one object, 1,024.
    ///
    /// Lists are arrays, which have no limit of their own.
    package static let memberCount = 1024

    /// The greatest length of a member's name, 256 bytes of UTF-8.
    package static let nameByteCount = 256

    /// The greatest length of a number, 128 characters.
    package static let numberByteCount = 128

    /// The greatest length of an identifier, 1,024 bytes of UTF-8.
    ///
    /// A UUID has 36. Databases index keys of this length.
    public static let identifierByteCount = 1024
}
