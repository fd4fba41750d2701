#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CollaborationObject {
    /// The form in which a receiver joins the collaboration.
    func representation(visibility: TransferVisibility) -> TransferRepresentation {
        switch self {
        case .custom(let metadata):
            TransferRepresentation(
                typeIdentifier: .collaborationMetadata,
                role: .collaboration,
                visibility: visibility
            ) {
                try JSONEncoder().encode(metadata)
            }
        case .cloudKit(let share):
            TransferRepresentation(
                typeIdentifier: .cloudKitShare,
                role: .collaboration,
                visibility: visibility
            ) {
                try JSONEncoder().encode(await share.share())
            }
        case .iCloudDrive(let url):
            TransferRepresentation(typeIdentifier: .fileURL, role: .collaboration, visibility: visibility) {
                Data(url.absoluteString.utf8)
            }
        }
    }
}
