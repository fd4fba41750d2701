#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The identifier and the link that every highlight has.
///
/// Apple has the class `SWHighlight` and its subclass `SWCollaborationHighlight`. Here both are values that
/// conform to this protocol, so that an event can be made from either.
public protocol HighlightProtocol: Hashable, Sendable, Codable {
    /// The unique identifier of the highlight.
    var identifier: String { get }

    /// The universal link that was shared.
    var url: URL { get }
}

/// A link that someone shared with the user.
///
/// Apple's name is `SWHighlight`. An app cannot make Apple's highlight; it can make this one.
public struct Highlight: HighlightProtocol {
    /// The unique identifier of the highlight.
    public let identifier: String

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
        self.identifier = identifier ?? url.absoluteString
        collaboration = nil
    }

    init(_ collaboration: CollaborationHighlight) {
        url = collaboration.url
        identifier = collaboration.identifier
        self.collaboration = collaboration
    }
}
