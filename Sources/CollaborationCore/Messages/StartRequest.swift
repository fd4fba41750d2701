import CollaborationCrypto

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a sender's app asks its server when the system hands it a start action: a link for a document that is shared
/// with these options.
///
/// It carries identifiers only. The server takes all else from the options that it declares itself.
public struct StartRequest: Hashable, Sendable {
    /// The largest number of selected options, 100.
    package static let maximumOptionCount = CollaborationShareOptions.maximumOptionCount

    /// The document, as the app knows it; empty where the server knows it from the path.
    public let localIdentifier: LocalCollaborationIdentifier

    /// The collaboration, where the document was shared before; otherwise the server chooses its identifier.
    public let collaborationIdentifier: CollaborationIdentifier?

    /// 16 random bytes that a repetition of the request keeps, so that the server answers it with the same collaboration.
    ///
    /// The identifier of the start action is such a value.
    public let idempotencyKey: UUID?

    /// The identifiers of all options that the person selected, in any order.
    public let selectedOptions: [OptionIdentifier]

    /// Makes a request.
    public init(
        localIdentifier: LocalCollaborationIdentifier = "",
        collaborationIdentifier: CollaborationIdentifier? = nil,
        idempotencyKey: UUID? = nil,
        selectedOptions: [OptionIdentifier] = []
    ) {
        self.localIdentifier = localIdentifier
        self.collaborationIdentifier = collaborationIdentifier
        self.idempotencyKey = idempotencyKey
        self.selectedOptions = selectedOptions
    }

    /// The name of a new collaboration for an account, where the path of the request has none.
    ///
    /// It is a UUID (RFC 9562, version 8) in lowercase: from SHA-256 of the length of the account in 8 bytes, the account
    /// and the idempotency key, so that a repetition gives the same one and nothing needs to be stored for it; or a random
    /// one, where there is no key.
    ///
    /// It is never ``collaborationIdentifier``, which the app chooses: `start(_:as:)` of `Collaborations` starts that one for
    /// an account that has access to it, and for nobody else.
    public func collaboration(startedBy account: AccountIdentifier) -> CollaborationIdentifier {
        guard let idempotencyKey else { return CollaborationIdentifier(UUID().uuidString.lowercased()) }
        let name = Array(account.rawValue.utf8)
        var hash = SHA256.hash(data: UInt64(name.count).bigEndianBytes + name + idempotencyKey.bytes).rawRepresentation
        hash[6] = hash[6] & 0x0f | 0x80
        hash[8] = hash[8] & 0x3f | 0x80
        return CollaborationIdentifier(UUID(bytes: hash).uuidString.lowercased())
    }
}

extension StartRequest {
    /// Reads a request from JSON.
    ///
    /// - Parameter json: A text within ``JSONLimits``, an object with `localIdentifier`, `selectedOptions` and, where the app
    ///   has them, `collaborationIdentifier` and `idempotencyKey`.
    /// - Throws: ``CollaborationError/malformed(_:)``.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        let message = try JSONValue(json)
        localIdentifier = try message.member("localIdentifier").identifier()
        collaborationIdentifier = try message.optionalMember("collaborationIdentifier")?.identifier()
        idempotencyKey = try message.optionalMember("idempotencyKey")?.uuid()
        selectedOptions = try message.member("selectedOptions").options()
    }

    /// The request as JSON.
    public var json: Data {
        var members: [(key: String, value: JSONText)] = [("localIdentifier", JSONText(localIdentifier.rawValue))]
        if let collaborationIdentifier {
            members.append(("collaborationIdentifier", JSONText(collaborationIdentifier.rawValue)))
        }
        if let idempotencyKey { members.append(("idempotencyKey", JSONText(Data(idempotencyKey.bytes)))) }
        members.append(("selectedOptions", JSONText(selectedOptions.map { JSONText($0.rawValue) })))
        return JSONText(members: members).data
    }
}

extension JSONValue {
    /// The identifiers of at most 100 options.
    func options() throws(CollaborationError) -> [OptionIdentifier] {
        var count = 0
        return try elements { option throws(CollaborationError) in
            count += 1
            guard count <= StartRequest.maximumOptionCount else { throw option.error(.tooManyOptions) }
            return try option.identifier()
        }
    }

    /// 16 bytes.
    fileprivate func uuid() throws(CollaborationError) -> UUID {
        let bytes = Array(try bytes())
        guard bytes.count == 16 else { throw error(.notIdempotencyKey) }
        return UUID(bytes: bytes)
    }
}

extension UUID {
    fileprivate var bytes: [UInt8] {
        let u = uuid
        return [u.0, u.1, u.2, u.3, u.4, u.5, u.6, u.7, u.8, u.9, u.10, u.11, u.12, u.13, u.14, u.15]
    }

    /// Makes a UUID from the first 16 of at least as many bytes.
    fileprivate init(bytes b: [UInt8]) {
        self.init(
            uuid: (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15])
        )
    }
}
