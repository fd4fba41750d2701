#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What an app gives to the share sheet for a collaboration: one case for each infrastructure that the system supports.
public enum CollaborationObject: Sendable {
    /// A collaboration on the app's own server, described by its metadata.
    case custom(CollaborationMetadata)

    /// A share in CloudKit that exists or that is prepared when collaboration starts.
    case cloudKit(ExportedShare)

    /// A file in iCloud Drive, as its file URL. The system shares it without the app.
    case iCloudDrive(URL)
}
