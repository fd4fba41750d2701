#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a server answers to a ``StartRequest``: all that a start action is fulfilled with.
public struct StartResponse: Hashable, Sendable {
    /// The identifier of the collaboration, on every device and on the server.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The universal link that Messages sends.
    public let url: URL

    /// Makes a response.
    public init(collaborationIdentifier: CollaborationIdentifier, url: URL) {
        self.collaborationIdentifier = collaborationIdentifier
        self.url = url
    }
}

extension StartResponse {
    /// Reads a response from JSON.
    ///
    /// - Parameter json: A text within ``JSONLimits``, an object with `collaborationIdentifier` and `url`.
    /// - Throws: ``CollaborationError/malformed(_:)``.
    public init(json: some Collection<UInt8>) throws(CollaborationError) {
        let message = try JSONValue(json)
        collaborationIdentifier = try message.member("collaborationIdentifier").identifier()
        let link = try message.member("url")
        guard let url = URL(string: try link.string()) else { throw link.error(.notURL) }
        self.url = url
    }

    /// The response as JSON.
    public var json: Data {
        JSONText([
            "collaborationIdentifier": JSONText(collaborationIdentifier.rawValue),
            "url": JSONText(url.absoluteString),
        ]).data
    }
}
