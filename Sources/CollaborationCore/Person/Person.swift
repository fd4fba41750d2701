package import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A person in a collaboration: Apple's `SWPerson`.
public struct Person: Hashable, Sendable, Codable {
    /// The address at which the person receives messages: an e-mail address or a phone number.
    public var handle: String?

    /// The person's cryptographic identity in one collaboration.
    public var identity: Identity?

    /// The name to show.
    public var displayName: String

    /// A small picture to show, in a format that the platform's image type reads.
    public var thumbnailImageData: Data?

    /// Makes a person.
    public init(handle: String?, identity: Identity?, displayName: String, thumbnailImageData: Data?) {
        self.handle = handle
        self.identity = identity
        self.displayName = displayName
        self.thumbnailImageData = thumbnailImageData
    }

    /// Identifies a participant of one collaboration to the server: Apple's `SWPerson.Identity`.
    ///
    /// It is the root of a Merkle tree over the public keys of the person's devices. The keys differ in every
    /// collaboration. An identity is not stable: the same person, invited again or with a new device, may
    /// have another one.
    ///
    /// It is encoded as an object with a `rootHash`.
    public struct Identity: Hashable, Sendable {
        package let root: SHA256Digest

        /// The root of the tree, 32 bytes.
        public var rootHash: Data { Data(root.rawRepresentation) }

        package init(_ root: SHA256Digest) {
            self.root = root
        }

        /// Makes an identity from a root hash.
        ///
        /// - Throws: ``MalformedRootHashError`` for any other number of bytes.
        public init(rootHash: Data) throws(MalformedRootHashError) {
            do throws(CryptoError) {
                root = try SHA256Digest(rawRepresentation: rootHash)
            } catch {
                throw MalformedRootHashError(byteCount: rootHash.count)
            }
        }
    }
}

extension Person.Identity: Codable {
    private enum CodingKeys: String, CodingKey {
        case rootHash
    }

    /// Decodes an identity.
    ///
    /// - Throws: `DecodingError`, or ``MalformedRootHashError`` for a root hash that is not 32 bytes.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(rootHash: values.decode(Data.self, forKey: .rootHash))
    }

    /// Encodes the root hash.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(rootHash, forKey: .rootHash)
    }
}

extension Person.Identity: CustomStringConvertible {
    /// The root hash in lower-case hexadecimal, 64 characters.
    public var description: String { "\(root)" }
}

/// The root hash of an identity is not 32 bytes long.
///
/// Only a sender's app sends root hashes, so this is a fault of the request and never a refused proof.
public struct MalformedRootHashError: Error, Hashable, CustomStringConvertible {
    /// The number of bytes found.
    package let byteCount: Int

    /// What is expected and what was found.
    public var description: String { "a root hash has 32 bytes, not \(byteCount)" }
}
