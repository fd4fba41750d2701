#if canImport(SharedWithYou) && !os(tvOS)
    import CloudKit
    import CollaborationCore
    import CollaborationModels
    import Foundation
    import SharedWithYou
    import SharedWithYouCore
    import UniformTypeIdentifiers

    nonisolated extension NSItemProvider {
        /// Makes an item provider with the representations of an item, in their order.
        ///
        /// A custom collaboration becomes Apple's metadata. A CloudKit share is registered with a handler; for one that
        /// exists, register Apple's share itself with `registerCKShare(_:container:allowedSharingOptions:)`, since the
        /// button for managing it was seen to be wrong otherwise.
        ///
        /// - Parameters:
        ///   - item: What is to be shared, dragged or copied.
        ///   - cloudKitShare: Finds Apple's share of a prepared one. An item with a CloudKit share needs it.
        public convenience init(
            _ item: TransferItem,
            cloudKitShare: @escaping @Sendable (CloudKitShare) async throws -> CKShare = { _ in
                throw CocoaError(.featureUnsupported)
            }
        ) {
            self.init()
            suggestedName = item.preview?.title
            for representation in item.representations {
                switch (representation.role, item.collaborationObject) {
                case (.collaboration, .custom(let metadata)):
                    registerObject(
                        SWCollaborationMetadata(metadata),
                        visibility: NSItemProviderRepresentationVisibility(representation.visibility)
                    )
                case (.collaboration, .cloudKit(let share)):
                    registerCKShare(
                        container: CKContainer(identifier: share.container),
                        allowedSharingOptions: CKAllowedSharingOptions(share.allowedSharingOptions)
                    ) {
                        try await cloudKitShare(share.share())
                    }
                case (.collaboration, .iCloudDrive(let file)):
                    registerObject(
                        file as NSURL,
                        visibility: NSItemProviderRepresentationVisibility(representation.visibility)
                    )
                default: register(representation)
                }
            }
        }

        /// Adds data that is made when a receiver asks for it.
        private func register(_ representation: CollaborationModels.TransferRepresentation) {
            registerDataRepresentation(
                forTypeIdentifier: representation.typeIdentifier.rawValue,
                visibility: NSItemProviderRepresentationVisibility(representation.visibility)
            ) { completion in
                Task {
                    do {
                        completion(try await representation.data(), nil)
                    } catch {
                        completion(nil, error)
                    }
                }
                return nil
            }
        }

        /// Reads the metadata of a custom collaboration, such as one that was dropped or pasted.
        ///
        /// - Returns: The metadata, or nil if the provider has none.
        /// - Throws: What the provider throws, and `CollaborationOptionsError` for share options that break a rule.
        public func collaborationMetadata(
            isolation: isolated (any Actor)? = #isolation
        ) async throws -> CollaborationMetadata? {
            guard canLoadObject(ofClass: SWCollaborationMetadata.self) else { return nil }
            return try await withCheckedThrowingContinuation { continuation in
                _ = loadObject(ofClass: SWCollaborationMetadata.self) { object, error in
                    continuation.resume(
                        with: Result {
                            guard let metadata = object as? SWCollaborationMetadata else {
                                throw error ?? CocoaError(.coderValueNotFound)
                            }
                            return try CollaborationMetadata(metadata)
                        }
                    )
                }
            }
        }
    }

    nonisolated extension NSItemProviderRepresentationVisibility {
        /// Makes Apple's visibility; one that the system lacks becomes the nearer `ownProcess`: on macOS that of the team,
        /// elsewhere that of the group.
        public init(_ visibility: TransferVisibility) {
            #if os(macOS)
                let missing: TransferVisibility? = .team
            #elseif canImport(Darwin)
                let missing: TransferVisibility? = .group
            #else
                let missing: TransferVisibility? = nil
            #endif
            let visibility = visibility == missing ? .ownProcess : visibility
            // The raw values are Apple's.
            self = NSItemProviderRepresentationVisibility(rawValue: visibility.rawValue) ?? .ownProcess
        }
    }
#endif
