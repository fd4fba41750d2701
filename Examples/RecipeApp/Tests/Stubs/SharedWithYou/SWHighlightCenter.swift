// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import Foundation
import SharedWithYouCore

// SharedWithYou, iOS 16.0 and macOS 13.0, clearNotices(for:) iOS 16.1; symbol graph of Xcode 26.1 and the public
// headers. The asynchronous twins that Swift makes of the completion handlers are left out.

public protocol SWHighlightCenterDelegate: NSObjectProtocol {
    func highlightCenterHighlightsDidChange(_ highlightCenter: SWHighlightCenter)
}

public enum SWHighlightCenterErrorCode: Int, Sendable {
    case noError = 0
    case internalError = 1
    case invalidURL = 2
    case accessDenied = 3
}

/// It has no highlights; the tests override it.
open class SWHighlightCenter: NSObject {
    open weak var delegate: (any SWHighlightCenterDelegate)?

    open var highlights: [SWHighlight] { [] }

    open class var highlightCollectionTitle: String { "Shared with You" }

    open class var isSystemCollaborationSupportAvailable: Bool { true }

    open func getHighlightFor(_ URL: URL, completionHandler: @escaping @Sendable (SWHighlight?, (any Error)?) -> Void) {
        completionHandler(nil, Self.error(.invalidURL))
    }

    open func collaborationHighlight(
        forIdentifier collaborationIdentifier: SWCollaborationIdentifier
    ) throws -> SWCollaborationHighlight {
        throw Self.nothing
    }

    open func getCollaborationHighlight(
        for URL: URL,
        completionHandler: @escaping @Sendable (SWCollaborationHighlight?, (any Error)?) -> Void
    ) {
        completionHandler(nil, Self.error(.invalidURL))
    }

    open func postNotice(for event: any SWHighlightEvent) {}

    open func clearNotices(for highlight: SWCollaborationHighlight) {}

    open func getSignedIdentityProof(
        for collaborationHighlight: SWCollaborationHighlight,
        using data: Data,
        completionHandler: @escaping @Sendable (SWPerson.SignedIdentityProof?, (any Error)?) -> Void
    ) {
        completionHandler(nil, Self.error(.internalError))
    }

    /// What Swift throws for nil without an error, which Apple's was seen to return for an unknown identifier.
    static let nothing = NSError(domain: "Foundation._GenericObjCError", code: 0)

    /// The domain that was observed; Apple declares no constant for it.
    static func error(_ code: SWHighlightCenterErrorCode) -> NSError {
        NSError(domain: "com.apple.SharedWithYou.SWHighlightErrorDomain", code: code.rawValue)
    }
}

// An overlay of Apple's in Swift.
extension SWHighlightCenter {
    public func collaborationHighlight(
        forIdentifier collaborationIdentifier: String
    ) throws -> SWCollaborationHighlight {
        try collaborationHighlight(forIdentifier: SWCollaborationIdentifier(collaborationIdentifier))
    }
}
