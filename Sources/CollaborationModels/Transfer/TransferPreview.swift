#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The title and pictures that the share sheet shows above its choices.
///
/// Apple has `NSPreviewRepresentingActivityItem`, `LPLinkMetadata` and `SharePreview` for this, one for each framework.
public struct TransferPreview: Hashable, Sendable, Codable {
    /// The title of what is shared.
    public var title: String

    /// A picture of what is shared, in PNG or JPEG, as the bridge takes it.
    public var imageData: Data?

    /// A picture of where it comes from, such as the app's icon, in PNG or JPEG.
    public var iconData: Data?

    /// Makes a preview.
    public init(title: String, imageData: Data? = nil, iconData: Data? = nil) {
        self.title = title
        self.imageData = imageData
        self.iconData = iconData
    }
}
