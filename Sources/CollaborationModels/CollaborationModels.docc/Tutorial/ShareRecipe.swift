// The user interface. UIKit and SwiftUI exist on Apple's systems alone, so nothing has compiled this file.

#if canImport(UIKit) && canImport(SwiftUI)
    import CollaborationModels
    import LinkPresentation
    import SharedWithYou
    import SharedWithYouBridge
    import SwiftUI
    import UIKit

    /// A button that shares a recipe through the share sheet.
    public struct ShareRecipeButton: View {
        private let recipe: SharedRecipe

        /// Makes a button for a recipe.
        public init(_ recipe: SharedRecipe) { self.recipe = recipe }

        /// The button.
        public var body: some View {
            ShareLink(item: recipe, preview: SharePreview(recipe.recipe.title))
        }
    }

    extension UIActivityViewController {
        /// Makes the share sheet for an item, with its title and picture.
        public static func sharing(_ item: TransferItem) -> UIActivityViewController {
            let configuration = UIActivityItemsConfiguration(itemProviders: [NSItemProvider(item)])
            configuration.perItemMetadataProvider = { _, key in
                key == .linkPresentationMetadata ? item.preview.map { LPLinkMetadata($0) } : nil
            }
            return UIActivityViewController(activityItemsConfiguration: configuration)
        }
    }

    extension UIDragItem {
        /// Makes what a drag interaction begins with; Messages takes it like the share sheet's.
        public convenience init(_ item: TransferItem) { self.init(itemProvider: NSItemProvider(item)) }
    }

    extension SWCollaborationView {
        /// Makes the button of a shared recipe for the navigation bar.
        ///
        /// It shows the number of people who have the recipe open after `show(_:)`. Messages' own popover lists the people;
        /// the button for managing a custom collaboration is the app's own, in `setContent(_:)`.
        public func barButtonItem(showing state: CollaborationViewModel) -> UIBarButtonItem {
            show(state)
            return UIBarButtonItem(customView: self)
        }
    }
#endif
