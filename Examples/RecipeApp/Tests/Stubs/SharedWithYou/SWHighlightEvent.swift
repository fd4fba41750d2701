// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import SharedWithYouCore

// SharedWithYou, iOS 16.0 and macOS 13.0; symbol graph of Xcode 26.1, the public headers, and the raw values of
// dotnet/macios for Xcode 16.2.

public protocol SWHighlightEvent: NSCopying, NSObjectProtocol {
    var highlightURL: URL { get }
}

public enum SWHighlightChangeEventTrigger: Int, Sendable {
    case edit = 1
    case comment = 2
}

public enum SWHighlightMembershipEventTrigger: Int, Sendable {
    case addedCollaborator = 1
    case removedCollaborator = 2
}

public enum SWHighlightPersistenceEventTrigger: Int, Sendable {
    case created = 1
    case deleted = 2
    case renamed = 3
    case moved = 4
}

open class SWHighlightChangeEvent: NSObject, SWHighlightEvent {
    public let highlightURL: URL
    public let changeEventTrigger: SWHighlightChangeEventTrigger

    public init(highlight: SWHighlight, trigger: SWHighlightChangeEventTrigger) {
        highlightURL = highlight.url
        changeEventTrigger = trigger
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }
}

open class SWHighlightMembershipEvent: NSObject, SWHighlightEvent {
    public let highlightURL: URL
    public let membershipEventTrigger: SWHighlightMembershipEventTrigger

    public init(highlight: SWHighlight, trigger: SWHighlightMembershipEventTrigger) {
        highlightURL = highlight.url
        membershipEventTrigger = trigger
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }
}

open class SWHighlightPersistenceEvent: NSObject, SWHighlightEvent {
    public let highlightURL: URL
    public let persistenceEventTrigger: SWHighlightPersistenceEventTrigger

    public init(highlight: SWHighlight, trigger: SWHighlightPersistenceEventTrigger) {
        highlightURL = highlight.url
        persistenceEventTrigger = trigger
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }
}

open class SWHighlightMentionEvent: NSObject, SWHighlightEvent {
    public let highlightURL: URL
    public let mentionedPersonHandle: String

    /// Apple's has no public property for it; the stub's is internal, for the tests.
    let mentionedPersonIdentity: SWPerson.Identity?

    public init(highlight: SWHighlight, mentionedPersonCloudKitShareHandle handle: String) {
        highlightURL = highlight.url
        mentionedPersonHandle = handle
        mentionedPersonIdentity = nil
    }

    public init(highlight: SWHighlight, mentionedPersonIdentity identity: SWPerson.Identity) {
        highlightURL = highlight.url
        mentionedPersonHandle = ""
        mentionedPersonIdentity = identity
    }

    public func copy(with zone: NSZone? = nil) -> Any { self }
}
