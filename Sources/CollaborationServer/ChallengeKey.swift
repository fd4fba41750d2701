import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The secret key under which servers issue and validate challenges.
///
/// It is at least 32 random bytes, shared by all servers that accept each other's challenges, and used for
/// nothing else. No description and no dump shows it. `openssl rand -base64 32` makes one.
public struct ChallengeKey: Hashable, Sendable {
    /// The smallest number of bytes, 32: the length of the HMAC made with the key (RFC 2104, section 3).
    package static let minimumByteCount = 32

    private let secret: Secret

    var bytes: [UInt8] { secret.bytes }

    /// Makes a key from its bytes.
    ///
    /// - Parameter bytes: 32 random bytes or more.
    /// - Throws: ``ConfigurationError/keyTooShort(minimum:found:)``; ``ConfigurationError/keyAllZero``.
    public init(bytes: some Sequence<UInt8>) throws(ConfigurationError) {
        let bytes = Array(bytes)
        guard bytes.count >= Self.minimumByteCount else {
            throw .keyTooShort(minimum: Self.minimumByteCount, found: bytes.count)
        }
        guard bytes.contains(where: { $0 != 0 }) else { throw .keyAllZero }
        secret = Secret(bytes: bytes)
    }

    /// Reads a key from base64, such as `openssl rand -base64 32` writes.
    ///
    /// - Parameter text: The standard alphabet with padding (RFC 4648, section 4). Line breaks at the end are ignored.
    /// - Throws: ``ConfigurationError/keyNotBase64``; what ``init(bytes:)`` throws.
    public init(base64 text: String) throws(ConfigurationError) {
        var text = text
        while text.last?.isNewline == true { text.removeLast() }
        guard let bytes = Data(canonicalBase64: text) else { throw .keyNotBase64 }
        try self.init(bytes: bytes)
    }

    /// Makes a new key.
    ///
    /// - Parameter random: Returns numbers that nobody can predict, except in a test.
    public init(random: () -> UInt64 = { .random(in: .min ... .max) }) {
        secret = Secret(bytes: .random(Self.minimumByteCount, from: random))
    }

    /// The secret bytes, to be kept where the server keeps its secrets.
    public var rawRepresentation: Data { Data(bytes) }
}

/// Bytes that neither a description nor a dump shows.
private struct Secret: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let bytes: [UInt8]

    var description: String { "not shown" }

    var customMirror: Mirror { Mirror(self, children: []) }
}
