#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationModels
    import CollaborationCore
    import Foundation
    import SharedWithYouCore

    nonisolated extension CollaborationMetadata {
        /// Makes metadata from Apple's.
        ///
        /// Apple's has an empty collaboration identifier where there is none; it becomes nil.
        ///
        /// - Parameter metadata: Apple's metadata, as an action has it.
        /// - Throws: `CollaborationOptionsError` when the share options break a rule that Apple does not enforce.
        public init(_ metadata: SWCollaborationMetadata) throws(CollaborationOptionsError) {
            self.init(withoutOptions: metadata)
            if let options = metadata.defaultShareOptions {
                defaultShareOptions = try CollaborationShareOptions(options)
            }
            if let options = metadata.userSelectedShareOptions {
                userSelectedShareOptions = try CollaborationShareOptions(options)
            }
        }

        /// Makes metadata from Apple's without its share options.
        init(withoutOptions metadata: SWCollaborationMetadata) {
            let localIdentifier = LocalCollaborationIdentifier(metadata.localIdentifier)
            let identifier = CollaborationIdentifier(metadata.collaborationIdentifier)
            if identifier.rawValue.isEmpty {
                self.init(localIdentifier: localIdentifier)
            } else {
                self.init(collaborationIdentifier: identifier, localIdentifier: localIdentifier)
            }
            title = metadata.title
            initiatorHandle = metadata.initiatorHandle
            initiatorNameComponents = metadata.initiatorNameComponents.map { PersonName($0) }
        }
    }

    nonisolated extension SWCollaborationMetadata {
        /// Makes Apple's metadata, to be shared or to be shown.
        ///
        /// Apple's can be made with one identifier only. Metadata that has a collaboration identifier loses the local
        /// one.
        public convenience init(_ metadata: CollaborationMetadata) {
            if let identifier = metadata.collaborationIdentifier {
                self.init(collaborationIdentifier: SWCollaborationIdentifier(identifier))
            } else {
                self.init(localIdentifier: SWLocalCollaborationIdentifier(metadata.localIdentifier))
            }
            title = metadata.title
            defaultShareOptions = metadata.defaultShareOptions.map { SWCollaborationShareOptions($0) }
            userSelectedShareOptions = metadata.userSelectedShareOptions.map {
                SWCollaborationShareOptions($0)
            }
            initiatorHandle = metadata.initiatorHandle
            initiatorNameComponents = metadata.initiatorNameComponents.map { PersonNameComponents($0) }
        }
    }
#endif
