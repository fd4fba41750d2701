import CollaborationCrypto
import Crypto

typealias Ours = CollaborationCrypto.P256.Signing.PublicKey
typealias Theirs = Crypto.P256.Signing.PublicKey

/// A public key of this package or of swift-crypto, with what verifies a signature by it.
protocol VerifyingKey: Sendable {
    associatedtype Signature: Sendable
    associatedtype Digest: Sendable

    init(x963Representation: [UInt8]) throws
    static func signature(derRepresentation: [UInt8]) throws -> Signature
    static func digest(of message: [UInt8]) -> Digest
    func isValidSignature(_ signature: Signature, for message: [UInt8]) -> Bool
    func isValidSignature(_ signature: Signature, for digest: Digest) -> Bool
}

extension Ours: VerifyingKey {
    static func signature(derRepresentation: [UInt8]) throws
        -> CollaborationCrypto.P256.Signing.ECDSASignature
    {
        try .init(derRepresentation: derRepresentation)
    }

    static func digest(of message: [UInt8]) -> CollaborationCrypto.SHA256Digest {
        CollaborationCrypto.SHA256.hash(data: message)
    }
}

extension Theirs: VerifyingKey {
    static func signature(derRepresentation: [UInt8]) throws -> Crypto.P256.Signing.ECDSASignature {
        try .init(derRepresentation: derRepresentation)
    }

    static func digest(of message: [UInt8]) -> Crypto.SHA256Digest { Crypto.SHA256.hash(data: message) }
}

extension SignedMessage {
    /// Whether the signature is valid; parsed and verified by one of the two packages.
    func isValid<Key: VerifyingKey>(by package: Key.Type) throws -> Bool {
        try Key(x963Representation: key).isValidSignature(
            Key.signature(derRepresentation: signature),
            for: message
        )
    }
}
