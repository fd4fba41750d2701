public import CollaborationProofs

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The identifier and the link that every highlight has.
///
/// Apple has the class `SWHighlight` and its subclass `SWCollaborationHighlight`. Here both are values that
/// conform to this protocol, so that an event can be made from either.
public protocol HighlightProtocol: Hashable, Sendable, Codable, Identifiable {
    /// The unique identifier of the highlight.
    var identifier: String { get }

    /// The universal link that was shared.
    var url: URL { get }
}

extension HighlightProtocol {
    /// The same as ``identifier``.
    public var id: String { identifier }
}

/// A link that someone shared with the user.
///
/// Apple's name is `SWHighlight`. An app cannot make Apple's highlight; it can make this one.
public struct Highlight: HighlightProtocol {
    /// The unique identifier of the highlight.
    public var identifier: String { identifierText.rawValue }

    private let identifierText: ByteComparedText

    /// The universal link that was shared, in its absolute form.
    public let url: URL

    /// The collaboration that the link opens; nil for any other link.
    ///
    /// Apple's highlight of a collaboration is an instance of the subclass `SWCollaborationHighlight`.
    public let collaboration: CollaborationHighlight?

    /// Makes a highlight.
    ///
    /// - Parameters:
    ///   - url: The universal link that was shared.
    ///   - identifier: The unique identifier of the highlight; the text of the link by default.
    public init(url: URL, identifier: String? = nil) {
        self.url = url.absoluteURL
        identifierText = ByteComparedText(identifier ?? url.absoluteString)
        collaboration = nil
    }

    /// Makes the highlight of a collaboration, as a list of highlights has it.
    ///
    /// - Parameter collaboration: The collaboration, with the link and the identifier.
    public init(_ collaboration: CollaborationHighlight) {
        url = collaboration.url
        identifierText = ByteComparedText(collaboration.identifier)
        self.collaboration = collaboration
    }

    private enum CodingKeys: String, CodingKey {
        case identifierText = "identifier"
        case url
        case collaboration
    }
}

extension Highlight {
    /// Decodes a highlight.
    ///
    /// A collaboration brings its own link and identifier.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for an identifier that is longer than `JSONLimits.textByteCount`. That limit
    ///   applies because the identifier may be the text of the link.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        collaboration = try values.decodeIfPresent(CollaborationHighlight.self, forKey: .collaboration)
        let identifier = try collaboration?.identifier ?? values.decodeText(forKey: .identifierText)
        identifierText = ByteComparedText(identifier)
        url = try collaboration?.url ?? values.decode(URL.self, forKey: .url)
    }
}

extension Highlight: CustomStringConvertible {
    /// The link, or the collaboration, on one line.
    public var description: String {
        collaboration?.description ?? "Highlight \(url.absoluteString)".onOneLine
    }
}

/// A link to a collaboration that the user takes part in.
///
/// Apple's name is `SWCollaborationHighlight`. An app cannot make Apple's highlight; it can make this one.
public struct CollaborationHighlight: HighlightProtocol {
    /// The unique identifier of the highlight.
    public var identifier: String { identifierText.rawValue }

    private let identifierText: ByteComparedText

    /// The universal link that opens the collaboration, in its absolute form.
    public let url: URL

    /// The identifier of the collaboration on every device.
    ///
    /// Apple's is a plain string.
    public let collaborationIdentifier: CollaborationIdentifier

    /// The title of the content.
    public var title: String? { titleText?.rawValue }

    private let titleText: ByteComparedText?

    /// The date at which the collaboration was shared.
    public let creationDate: Date

    /// The type of the content.
    public let contentType: TypeIdentifier

    /// Makes the highlight of a collaboration.
    ///
    /// - Parameters:
    ///   - collaborationIdentifier: The identifier of the collaboration on every device.
    ///   - url: The universal link that opens the collaboration.
    ///   - title: The title of the content.
    ///   - creationDate: The date at which the collaboration was shared.
    ///   - contentType: The type of the content.
    ///   - identifier: The unique identifier of the highlight; the text of the link by default.
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
        titleText = title.map { ByteComparedText($0) }
        self.creationDate = creationDate
        self.contentType = contentType
        identifierText = ByteComparedText(identifier ?? url.absoluteString)
    }

    /// Makes the highlight of a collaboration that an app has set up.
    ///
    /// - Parameters:
    ///   - collaboration: The result of the fulfilled start action.
    ///   - creationDate: The date at which the collaboration was shared.
    ///   - contentType: The type of the content.
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

    /// The collaboration as an element of a list of highlights.
    public var highlight: Highlight { Highlight(self) }

    private enum CodingKeys: String, CodingKey {
        case identifierText = "identifier"
        case url
        case collaborationIdentifier
        case titleText = "title"
        case creationDate
        case contentType
    }
}

extension CollaborationHighlight {
    /// Decodes a highlight.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for an identifier or a title that is longer than `JSONLimits` allow.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        identifierText = ByteComparedText(try values.decodeText(forKey: .identifierText))
        url = try values.decode(URL.self, forKey: .url)
        collaborationIdentifier = try values.decode(
            CollaborationIdentifier.self,
            forKey: .collaborationIdentifier
        )
        titleText = try values.decodeTextIfPresent(forKey: .titleText).map { ByteComparedText($0) }
        creationDate = try values.decode(Date.self, forKey: .creationDate)
        contentType = try values.decode(TypeIdentifier.self, forKey: .contentType)
    }
}

extension CollaborationHighlight: CustomStringConvertible {
    /// The title, the collaboration and the link, on one line.
    public var description: String {
        let title = title?.nonBlank ?? "Untitled"
        return "\(title) (collaboration \(collaborationIdentifier.rawValue)) at \(url.absoluteString)"
            .onOneLine
    }
}
