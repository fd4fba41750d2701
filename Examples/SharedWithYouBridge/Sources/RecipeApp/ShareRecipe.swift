// The user interface. It needs Apple's systems, so it is not compiled where the rest is checked.

#if canImport(SwiftUI)
    import CollaborationModels
    import SharedWithYou
    import SharedWithYouBridge
    import SharedWithYouCore
    import SwiftUI

    /// A button that shares a recipe through the share sheet.
    public struct ShareRecipeButton: View {
        private let title: String
        private let metadata: SWCollaborationMetadata

        /// Makes a button for a draft.
        public init(_ draft: CollaborationMetadata) {
            title = draft.title ?? "Recipe"
            metadata = SWCollaborationMetadata(draft)
        }

        /// The button.
        public var body: some View {
            ShareLink(item: metadata, preview: SharePreview(title))
        }
    }
#endif

#if canImport(UIKit)
    import UIKit

    extension UIActivityViewController {
        /// Makes the share sheet for a draft.
        public static func sharing(_ draft: CollaborationMetadata) -> UIActivityViewController {
            let provider = NSItemProvider()
            provider.registerObject(SWCollaborationMetadata(draft), visibility: .all)
            return UIActivityViewController(
                activityItemsConfiguration: UIActivityItemsConfiguration(itemProviders: [provider])
            )
        }
    }
#endif
