public import CollaborationCrypto
public import Crypto

/// An encoding of a public key, as this package and as swift-crypto read and write it.
public enum KeyEncoding: String, CaseIterable, Sendable {
    /// The uncompressed form.
    case x963 = "x9.63"
    /// The form with one coordinate.
    case compressed
    /// The two coordinates.
    case raw
    /// The form with an algorithm identifier.
    case der = "DER"

    /// A key of this package.
    public typealias Ours = CollaborationCrypto.P256.Signing.PublicKey
    /// A key of swift-crypto.
    public typealias Theirs = Crypto.P256.Signing.PublicKey

    /// Reads a key with this package.
    public func parse(_ bytes: [UInt8]) throws -> Ours {
        switch self {
        case .x963: try Ours(x963Representation: bytes)
        case .compressed: try Ours(compressedRepresentation: bytes)
        case .raw: try Ours(rawRepresentation: bytes)
        case .der: try Ours(derRepresentation: bytes)
        }
    }

    /// Writes a key with this package.
    public func encode(_ key: Ours) -> [UInt8] {
        switch self {
        case .x963: key.x963Representation
        case .compressed: key.compressedRepresentation
        case .raw: key.rawRepresentation
        case .der: key.derRepresentation
        }
    }

    /// Reads a key with swift-crypto.
    public func parseTheirs(_ bytes: [UInt8]) throws -> Theirs {
        switch self {
        case .x963: try Theirs(x963Representation: bytes)
        case .compressed: try Theirs(compressedRepresentation: bytes)
        case .raw: try Theirs(rawRepresentation: bytes)
        case .der: try Theirs(derRepresentation: bytes)
        }
    }

    /// Writes a key with swift-crypto.
    public func encodeTheirs(_ key: Theirs) -> [UInt8] {
        switch self {
        case .x963: Array(key.x963Representation)
        case .compressed: Array(key.compressedRepresentation)
        case .raw: Array(key.rawRepresentation)
        case .der: Array(key.derRepresentation)
        }
    }
}
