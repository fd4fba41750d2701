import CollaborationProofs

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The record name, title and link of a share in CloudKit.
///
/// It represents Apple's `CKShare`, which is a record of a CloudKit database and exists only on Apple's
/// systems.
public struct CloudKitShare: Hashable, Sendable, Codable {
    /// The name of the share's record.
    public var recordName: String { recordNameText.rawValue }

    private let recordNameText: ByteComparedText

    /// The title of the shared content.
    public var title: String? {
        get { titleText?.rawValue }
        set { titleText = newValue.map { ByteComparedText($0) } }
    }

    private var titleText: ByteComparedText?

    /// The link that opens the share, in its absolute form; nil until the share is saved.
    public var url: URL? { didSet { url = url?.absoluteURL } }

    /// Makes a share.
    ///
    /// - Parameters:
    ///   - recordName: The name of the share's record.
    ///   - title: The title of the shared content.
    ///   - url: The link that opens the share.
    public init(recordName: String, title: String? = nil, url: URL? = nil) {
        recordNameText = ByteComparedText(recordName)
        titleText = title.map { ByteComparedText($0) }
        self.url = url?.absoluteURL
    }

    private enum CodingKeys: String, CodingKey {
        case recordNameText = "recordName"
        case titleText = "title"
        case url
    }
}

extension CloudKitShare {
    /// Decodes a share.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError`, also for a record name or a title that is longer than `JSONLimits` allow.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        recordNameText = ByteComparedText(try values.decodeIdentifier(forKey: .recordNameText))
        titleText = try values.decodeTextIfPresent(forKey: .titleText).map { ByteComparedText($0) }
        url = try values.decodeIfPresent(URL.self, forKey: .url)
    }
}

extension CloudKitShare: CustomStringConvertible {
    /// The title, the record's name and the link, on one line.
    public var description: String {
        "\(title?.nonBlank ?? "Untitled") (share \(recordName), \(url?.absoluteString ?? "not saved"))"
            .onOneLine
    }
}
