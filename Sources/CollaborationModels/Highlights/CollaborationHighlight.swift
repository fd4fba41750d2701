#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A link to a collaboration that the user takes part in.
///
/// Apple's name is `SWCollaborationHighlight`; Apple's cannot be made by an app, this one can.
public struct CollaborationHighlight: HighlightProtocol {
    /// A value that tells the highlight from others.
    public let identifier: String

    /// The universal link by which the collaboration is opened.
    public let url: URL

    /// What the collaboration is called everywhere; Apple's is a plain string.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The title of the content.
    public let title: String?

    /// When the collaboration was shared.
    public let creationDate: Date

    /// The kind of the content.
    public let contentType: TypeIdentifier

    /// Makes a highlight of a collaboration.
    ///
    /// - Parameters:
    ///   - collaborationIdentifier: What the collaboration is called everywhere.
    ///   - url: The universal link by which the collaboration is opened.
    ///   - title: The title of the content.
    ///   - creationDate: When the collaboration was shared.
    ///   - contentType: The kind of the content.
    ///   - identifier: A value that tells the highlight from others; the text of the link when none is given.
    public init(
        collaborationIdentifier: CollaborationIdentifier,
        url: URL,
        title: String? = nil,
        creationDate: Date,
        contentType: TypeIdentifier = .data,
        identifier: String? = nil
    ) {
        self.collaborationIdentifier = collaborationIdentifier
        self.url = url
        self.title = title
        self.creationDate = creationDate
        self.contentType = contentType
        self.identifier = identifier ?? url.absoluteString
    }

    /// Makes the highlight of a collaboration that an app has set up.
    ///
    /// - Parameters:
    ///   - collaboration: What the start action was fulfilled with.
    ///   - creationDate: When the collaboration was shared.
    ///   - contentType: The kind of the content.
    public init(
        _ collaboration: StartedCollaboration,
        creationDate: Date,
        contentType: TypeIdentifier = .data
    ) {
        self.init(
            collaborationIdentifier: collaboration.collaborationIdentifier,
            url: collaboration.url,
            title: collaboration.collaborationMetadata.title,
            creationDate: creationDate,
            contentType: contentType
        )
    }

    /// The highlight as one among others, without what is particular to a collaboration.
    public var highlight: Highlight {
        Highlight(url: url, identifier: identifier)
    }
}

extension CollaborationHighlight: CustomStringConvertible {
    /// The title, the collaboration and the link.
    public var description: String {
        "\(title ?? "Untitled") (collaboration \(collaborationIdentifier.rawValue)) at \(url.absoluteString)"
    }
}
