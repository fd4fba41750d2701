// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import CoreTransferable
import SharedWithYouCore
import UniformTypeIdentifiers

// SharedWithYou, iOS 16.0 and macOS 13.0; symbol graph of Xcode 26.1. The identifier is the one that was observed.

public let SWCollaborationMetadataTypeIdentifier = "com.apple.SharedWithYou.SWCollaborationMetadata"

extension SWCollaborationMetadata: NSItemProviderReading, NSItemProviderWriting {
    public static var writableTypeIdentifiersForItemProvider: [String] { [SWCollaborationMetadataTypeIdentifier] }
    public static var readableTypeIdentifiersForItemProvider: [String] { [SWCollaborationMetadataTypeIdentifier] }
}

extension SWCollaborationMetadata: Transferable, @unchecked Sendable {
    public static var transferRepresentation: some TransferRepresentation {
        ProxyRepresentation { (metadata: SWCollaborationMetadata) in metadata }
    }
}
