#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The secret under which servers issue challenges and know their own again.
///
/// It is at least 32 random bytes, shared by all servers that stand for one another, and used for nothing
/// else. It never shows in a description or a dump.
public struct ChallengeKey: Hashable, Sendable {
    /// The smallest number of bytes, as long as the code that is made with the key (RFC 2104, section 3).
    public static let minimumByteCount = 32

    let bytes: [UInt8]

    /// Takes a key from where the server keeps its secrets.
    ///
    /// - Parameter bytes: 32 random bytes or more.
    /// - Throws: ``ChallengeKeyError/tooShort(minimum:found:)``.
    public init(bytes: some Sequence<UInt8>) throws(ChallengeKeyError) {
        let bytes = Array(bytes)
        guard bytes.count >= Self.minimumByteCount else {
            throw .tooShort(minimum: Self.minimumByteCount, found: bytes.count)
        }
        self.bytes = bytes
    }

    /// Makes a new key from the system's randomness.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// Makes a new key.
    ///
    /// - Parameter generator: A source of randomness that nobody can predict, except in a test.
    public init(using generator: inout some RandomNumberGenerator) {
        bytes = (0..<Self.minimumByteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// The secret bytes, to be stored where the server keeps its secrets.
    public var rawRepresentation: Data { Data(bytes) }
}

/// The rule that the bytes of a challenge key break.
public enum ChallengeKeyError: Error, Hashable, Sendable {
    /// There are fewer than 32 bytes.
    case tooShort(minimum: Int, found: Int)
}

extension ChallengeKey: CustomStringConvertible, CustomReflectable {
    /// A fixed text that tells nothing of the key.
    public var description: String { "ChallengeKey(secret)" }

    /// A mirror without children, so that a dump tells nothing of the key.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
