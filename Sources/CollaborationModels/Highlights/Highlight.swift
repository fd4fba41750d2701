#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What every highlight has: an identifier and a link.
///
/// Apple has the class `SWHighlight` and its subclass `SWCollaborationHighlight`; here both are values of
/// this protocol, so that an event can be made of either.
public protocol HighlightProtocol: Hashable, Sendable, Codable, Identifiable {
    /// A value that tells the highlight from others.
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
/// Apple's name is `SWHighlight`; Apple's cannot be made by an app, this one can.
public struct Highlight: HighlightProtocol {
    /// A value that tells the highlight from others.
    public let identifier: String

    /// The universal link that was shared.
    public let url: URL

    /// Makes a highlight.
    ///
    /// - Parameters:
    ///   - url: The universal link that was shared.
    ///   - identifier: A value that tells the highlight from others; the text of the link when none is given.
    public init(url: URL, identifier: String? = nil) {
        self.url = url
        self.identifier = identifier ?? url.absoluteString
    }
}

extension Highlight: CustomStringConvertible {
    /// The link.
    public var description: String { "Highlight \(url.absoluteString)" }
}
