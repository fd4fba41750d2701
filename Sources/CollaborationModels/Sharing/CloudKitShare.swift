#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What identifies a share in CloudKit, where the content itself stays.
///
/// It stands for Apple's `CKShare`, which is a record of a CloudKit database and exists on Apple's systems
/// only.
public struct CloudKitShare: Hashable, Sendable, Codable {
    /// The name of the share's record.
    public let recordName: String

    /// The title of the shared content.
    public var title: String?

    /// The link by which the share is opened; nil until the share is saved.
    public var url: URL?

    /// Makes a share.
    ///
    /// - Parameters:
    ///   - recordName: The name of the share's record.
    ///   - title: The title of the shared content.
    ///   - url: The link by which the share is opened.
    public init(recordName: String, title: String? = nil, url: URL? = nil) {
        self.recordName = recordName
        self.title = title
        self.url = url
    }
}

extension CloudKitShare: CustomStringConvertible {
    /// The title, the record's name and the link.
    public var description: String {
        "\(title ?? "Untitled") (share \(recordName), \(url?.absoluteString ?? "not saved"))"
    }
}
