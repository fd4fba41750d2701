// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import UniformTypeIdentifiers

// LinkPresentation, iOS 13.0 and macOS 10.15; Apple's pages. Only what is used here.
open class LPLinkMetadata: NSObject {
    open var title: String?
    open var imageProvider: NSItemProvider?
    open var iconProvider: NSItemProvider?

    public override init() {}
}
