// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// SharedWithYouCore, iOS 16.0 and macOS 13.0; symbol graph of Xcode 26.1 and the public headers.

public struct SWCollaborationIdentifier: Hashable, RawRepresentable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(_ rawValue: String) { self.rawValue = rawValue }
}

public struct SWLocalCollaborationIdentifier: Hashable, RawRepresentable, Sendable {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(_ rawValue: String) { self.rawValue = rawValue }
}

open class SWCollaborationMetadata: NSObject, NSCopying, NSMutableCopying {
    public let collaborationIdentifier: SWCollaborationIdentifier
    public let localIdentifier: SWLocalCollaborationIdentifier
    open var title: String?
    @NSCopying open var defaultShareOptions: SWCollaborationShareOptions?
    @NSCopying open var userSelectedShareOptions: SWCollaborationShareOptions?
    open var initiatorHandle: String?
    open var initiatorNameComponents: PersonNameComponents?

    public convenience init(localIdentifier: SWLocalCollaborationIdentifier) {
        self.init(localIdentifier, SWCollaborationIdentifier(""))
    }

    public convenience init(collaborationIdentifier: SWCollaborationIdentifier) {
        self.init(SWLocalCollaborationIdentifier(""), collaborationIdentifier)
    }

    /// Only the system makes metadata with both identifiers.
    init(_ localIdentifier: SWLocalCollaborationIdentifier, _ collaborationIdentifier: SWCollaborationIdentifier) {
        self.localIdentifier = localIdentifier
        self.collaborationIdentifier = collaborationIdentifier
    }

    public func copy(with zone: NSZone? = nil) -> Any { mutableCopy(with: zone) }

    public func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = SWCollaborationMetadata(localIdentifier, collaborationIdentifier)
        copy.title = title
        copy.defaultShareOptions = defaultShareOptions
        copy.userSelectedShareOptions = userSelectedShareOptions
        copy.initiatorHandle = initiatorHandle
        copy.initiatorNameComponents = initiatorNameComponents
        return copy
    }
}
