#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The record name, title and link of a share in CloudKit.
///
/// It represents Apple's `CKShare`, which is a record of a CloudKit database and exists only on Apple's systems.
public struct CloudKitShare: Hashable, Sendable, Codable {
    /// The name of the share's record.
    public let recordName: String

    /// The title of the shared content.
    public var title: String?

    /// The link that opens the share, in its absolute form; nil until the share is saved.
    public var url: URL? { didSet { url = url?.absoluteURL } }

    /// Makes a share.
    public init(recordName: String, title: String? = nil, url: URL? = nil) {
        self.recordName = recordName
        self.title = title
        self.url = url?.absoluteURL
    }
}
