public import CollaborationCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A link to a collaboration that the user takes part in.
///
/// Apple's name is `SWCollaborationHighlight`. An app cannot make Apple's highlight; it can make this one.
public struct CollaborationHighlight: HighlightProtocol {
    /// The unique identifier of the highlight.
    public let identifier: String

    /// The universal link that opens the collaboration, in its absolute form.
    public let url: URL

    /// The identifier of the collaboration on every device.
    ///
    /// Apple's is a plain string.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The title of the content.
    public let title: String?

    /// The date at which the collaboration was shared.
    public let creationDate: Date

    /// The type of the content.
    public let contentType: TypeIdentifier

    /// Makes the highlight of a collaboration.
    ///
    /// The identifier is by default the text of the link.
    public init(
        collaborationIdentifier: CollaborationIdentifier,
        url: URL,
        title: String? = nil,
        creationDate: Date,
        contentType: TypeIdentifier = .data,
        identifier: String? = nil
    ) {
        self.collaborationIdentifier = collaborationIdentifier
        self.url = url.absoluteURL
        self.title = title
        self.creationDate = creationDate
        self.contentType = contentType
        self.identifier = identifier ?? url.absoluteString
    }

    /// Makes the highlight of a collaboration that an app has set up.
    public init(_ collaboration: StartedCollaboration, creationDate: Date, contentType: TypeIdentifier = .data) {
        self.init(
            collaborationIdentifier: collaboration.collaborationIdentifier,
            url: collaboration.url,
            title: collaboration.collaborationMetadata.title,
            creationDate: creationDate,
            contentType: contentType
        )
    }

    /// The collaboration as an element of a list of highlights.
    public var highlight: Highlight { Highlight(self) }
}
