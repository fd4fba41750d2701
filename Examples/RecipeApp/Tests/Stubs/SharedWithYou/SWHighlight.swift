// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import UniformTypeIdentifiers

// SharedWithYou, iOS 16.0 and macOS 13.0; symbol graph of Xcode 26.1 and the public headers.

open class SWHighlight: NSObject, NSCopying {
    public let identifier: any NSCopying & NSSecureCoding
    public let url: URL

    /// Only the system makes a highlight.
    init(identifier: any NSCopying & NSSecureCoding, url: URL) {
        self.identifier = identifier
        self.url = url
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }
}

open class SWCollaborationHighlight: SWHighlight {
    public let collaborationIdentifier: String
    public let title: String?
    public let creationDate: Date
    public var contentType: UTType {
        guard let knownType else { fatalError("the device does not know the type") }
        return knownType
    }

    private let knownType: UTType?

    /// Only the system makes a highlight.
    init(
        identifier: any NSCopying & NSSecureCoding,
        url: URL,
        collaborationIdentifier: String,
        title: String?,
        creationDate: Date,
        contentType: UTType?
    ) {
        self.collaborationIdentifier = collaborationIdentifier
        self.title = title
        self.creationDate = creationDate
        knownType = contentType
        super.init(identifier: identifier, url: url)
    }

    /// Of NSObject on Apple's systems; here for the content type alone.
    public func value(forKey key: String) -> Any? { knownType }
}
