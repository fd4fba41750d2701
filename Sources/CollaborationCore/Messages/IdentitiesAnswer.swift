import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The identities that an account has proven in a collaboration, by which an app mentions the person.
public struct IdentitiesAnswer: Hashable, Sendable {
    /// The identities, each once, in the order of their root hashes.
    public let identities: [Person.Identity]

    /// Makes an answer, with identities in any order.
    public init(identities: some Sequence<Person.Identity>) {
        self.identities = Set(identities).sorted { $0.precedes($1) }
    }
}

extension IdentitiesAnswer {
    /// Reads an answer from JSON.
    ///
    /// - Parameter json: A text within ``JSONLimits``, an object with `identities`, an array of objects with a `rootHash`.
    /// - Throws: ``CollaborationError/malformed(_:)``.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        self.init(
            identities: try JSONValue(json).member("identities").elements { element throws(CollaborationError) in
                try element.identity()
            }
        )
    }

    /// The answer as JSON.
    public var json: Data { JSONText(["identities": JSONText(identities)]).data }
}

extension Person.Identity {
    package func precedes(_ other: Person.Identity) -> Bool { root.precedes(other.root) }
}

extension JSONValue {
    /// An identity: an object with a `rootHash` of 32 bytes.
    func identity() throws(CollaborationError) -> Person.Identity {
        let hash = try member("rootHash")
        let bytes = try hash.bytes()
        do throws(MalformedRootHashError) {
            return try Person.Identity(rootHash: bytes)
        } catch {
            throw hash.error(.notRootHash)
        }
    }
}

extension JSONText {
    init(_ identities: [Person.Identity]) {
        self.init(identities.map { JSONText(["rootHash": JSONText($0.rootHash)]) })
    }
}
