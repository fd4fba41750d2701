#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What an app gives to the share sheet for a collaboration, one kind for each infrastructure that the system
/// knows.
public enum CollaborationObject: Sendable {
    /// A collaboration on the app's own server, described by its metadata.
    case custom(CollaborationMetadata)

    /// A share in CloudKit, existing or to be prepared.
    case cloudKit(ExportedShare)

    /// A file in iCloud Drive, by its file URL; the system does the rest.
    case iCloudDrive(URL)

    /// Whether the collaboration lives on the app's own server.
    public var isCustom: Bool {
        guard case .custom = self else { return false }
        return true
    }
}

extension CollaborationObject {
    /// The groups of options that the share sheet shows for the object.
    ///
    /// For a custom collaboration they are its default share options, for CloudKit those that the author
    /// allows, for iCloud Drive the standard ones.
    public var optionsGroups: [CollaborationOptionsGroup] {
        switch self {
        case .custom(let metadata): metadata.defaultShareOptions?.optionsGroups ?? []
        case .cloudKit(let share): share.allowedSharingOptions.optionsGroups
        case .iCloudDrive: AllowedSharingOptions.standard.optionsGroups
        }
    }
}

extension CollaborationObject: CustomStringConvertible {
    /// The kind of the object and what it is.
    public var description: String {
        switch self {
        case .custom(let metadata): "Custom: \(metadata)"
        case .cloudKit(let share): "CloudKit: \(share)"
        case .iCloudDrive(let url): "iCloud Drive: \(url.lastPathComponent)"
        }
    }
}
