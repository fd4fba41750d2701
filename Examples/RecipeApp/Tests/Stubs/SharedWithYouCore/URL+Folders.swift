// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

// Foundation, iOS 16.0 and macOS 13.0.

extension URL {
    public static var applicationSupportDirectory: URL { FileManager.default.temporaryDirectory }
}
