import CollaborationProofs

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The title and pictures that the share sheet shows above its choices.
///
/// Apple has `NSPreviewRepresentingActivityItem`, `LPLinkMetadata` and `SharePreview` for this, one for each
/// framework.
public struct TransferPreview: Hashable, Sendable, Codable {
    /// The title of what is shared.
    public var title: String {
        get { titleText.rawValue }
        set { titleText = ByteComparedText(newValue) }
    }

    private var titleText: ByteComparedText

    /// A picture of what is shared, in any image format.
    public var imageData: Data?

    /// A picture of where it comes from, such as the app's icon, in any image format.
    public var iconData: Data?

    /// Makes a preview.
    ///
    /// - Parameters:
    ///   - title: The title of what is shared.
    ///   - imageData: A picture of what is shared.
    ///   - iconData: A picture of where it comes from.
    public init(title: String, imageData: Data? = nil, iconData: Data? = nil) {
        titleText = ByteComparedText(title)
        self.imageData = imageData
        self.iconData = iconData
    }

    private enum CodingKeys: String, CodingKey {
        case titleText = "title"
        case imageData
        case iconData
    }
}

extension TransferPreview {
    /// Decodes a preview.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for a title that is longer than `JSONLimits.textByteCount`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        titleText = ByteComparedText(try values.decodeText(forKey: .titleText))
        imageData = try values.decodeIfPresent(Data.self, forKey: .imageData)
        iconData = try values.decodeIfPresent(Data.self, forKey: .iconData)
    }
}

extension TransferPreview: CustomStringConvertible {
    /// The title and the sizes of the pictures.
    public var description: String {
        "\(title) (image: \(imageData?.count ?? 0) bytes, icon: \(iconData?.count ?? 0) bytes)"
    }
}
