#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A collaboration that an app has set up: what a start action was fulfilled with.
public struct StartedCollaboration: Hashable, Sendable {
    /// The universal link by which the collaboration is opened.
    public let url: URL

    /// What the collaboration is called everywhere.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The app's metadata, with the user's selection and the collaboration identifier.
    public let collaborationMetadata: CollaborationMetadata

    init(url: URL, collaborationIdentifier: CollaborationIdentifier, requestedMetadata: CollaborationMetadata)
    {
        self.url = url
        self.collaborationIdentifier = collaborationIdentifier
        var metadata = requestedMetadata
        metadata.collaborationIdentifier = collaborationIdentifier
        collaborationMetadata = metadata
    }
}

extension StartedCollaboration: CustomStringConvertible {
    /// The metadata and the link.
    public var description: String { "\(collaborationMetadata) at \(url.absoluteString)" }
}
