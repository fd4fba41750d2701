#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A page of the collaborations that an account has access to, as the server tells the account's app.
///
/// It is the one message that is an array: of identifiers, in the order of their bytes.
public struct CollaborationList: Hashable, Sendable {
    /// The identifiers.
    public let collaborations: [CollaborationIdentifier]

    /// Makes a list of identifiers in the order of their bytes.
    public init(_ collaborations: [CollaborationIdentifier]) {
        self.collaborations = collaborations
    }
}

extension CollaborationList {
    /// Reads a list from JSON.
    ///
    /// - Parameter json: The text of at most 16 MiB, an array of identifiers.
    /// - Throws: ``CollaborationError/malformed(_:)``.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        collaborations = try JSONValue(json, byteCountLimit: JSONLimits.byteCount).elements {
            element throws(CollaborationError) in
            try element.identifier()
        }
    }

    /// The list as JSON.
    public var json: Data { JSONText(collaborations.map { JSONText($0.rawValue) }).data }
}
