package import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A person in a collaboration: Apple's `SWPerson`.
public struct Person: Hashable, Sendable, Codable {
    /// The address at which the person receives messages: an e-mail address or a phone number.
    @OptionalLimitedText public var handle: String?

    /// The person's cryptographic identity in one collaboration.
    public var identity: Identity?

    /// The name to show.
    @LimitedText public var displayName: String

    /// A small picture to show, in a format that the platform's image type reads.
    public var thumbnailImageData: Data?

    /// Makes a person.
    ///
    /// - Parameters:
    ///   - handle: The address at which the person receives messages.
    ///   - identity: The person's identity in one collaboration.
    ///   - displayName: The name to show.
    ///   - thumbnailImageData: A small picture to show.
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
    /// As JSON it is an object with a `rootHash`. Decoding one that is not 32 bytes throws a `DecodingError` with
    /// ``MalformedRootHashError`` as the underlying error.
    public struct Identity: Hashable, Sendable, Codable {
        package let root: Root

        private enum CodingKeys: String, CodingKey {
            case root = "rootHash"
        }

        /// The root of the tree, 32 bytes.
        public var rootHash: Data { Data(root.digest.rawRepresentation) }

        package init(_ digest: SHA256Digest) {
            root = Root(digest: digest)
        }

        /// Makes an identity from a root hash.
        ///
        /// - Throws: ``MalformedRootHashError`` for any other number of bytes.
        public init(rootHash: Data) throws(MalformedRootHashError) {
            do throws(SHA256DigestError) {
                self.init(try SHA256Digest(rawRepresentation: rootHash))
            } catch {
                throw MalformedRootHashError(byteCount: rootHash.count)
            }
        }
    }
}

extension Person: CustomStringConvertible {
    /// The name, the handle and the first bytes of the root hash, on one line.
    public var description: String {
        let identity = identity.map { "identity \($0.description.prefix(8))…" }
        let details = [handle, identity].compactMap(\.self)
        let name = displayName.nonBlank ?? "Unnamed"
        return (details.isEmpty ? name : "\(name) (\(details.joined(separator: ", ")))").onOneLine
    }
}

extension Person.Identity {
    /// A digest that is encoded as its bytes.
    package struct Root: Hashable, Sendable, Codable {
        package let digest: SHA256Digest

        init(digest: SHA256Digest) {
            self.digest = digest
        }

        package init(from decoder: any Decoder) throws {
            let bytes = try decoder.singleValueContainer().decode(Data.self)
            do throws(MalformedRootHashError) {
                self = try Person.Identity(rootHash: bytes).root
            } catch {
                throw DecodingError.brokenRule(error, at: decoder.codingPath)
            }
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(Data(digest.rawRepresentation))
        }
    }
}

extension Person.Identity: CustomStringConvertible {
    /// The root hash in lower-case hexadecimal, 64 characters.
    public var description: String { "\(root.digest)" }
}

/// The root hash of an identity is not 32 bytes long.
public struct MalformedRootHashError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of bytes found.
    package let byteCount: Int

    /// What is expected and what was found.
    public var description: String { "a root hash has 32 bytes, not \(byteCount)" }
}
