#if canImport(UIKit)
    import CollaborationModels
    import LinkPresentation
    import SharedWithYou
    import SharedWithYouBridge
    import SwiftUI
    import UIKit
    import UniformTypeIdentifiers

    /// A button that shares a recipe through the share sheet.
    public struct ShareRecipeButton: View {
        private let recipe: Recipe
        private let draft: CollaborationMetadata?

        /// Makes a button for a recipe; without a draft it shares a copy alone.
        public init(_ recipe: Recipe, draft: CollaborationMetadata?) {
            (self.recipe, self.draft) = (recipe, draft)
        }

        /// The button.
        public var body: some View {
            if let draft {
                ShareLink(item: SharedRecipe(recipe, draft: draft), preview: SharePreview(recipe.title))
            } else {
                ShareLink(item: recipe.text, preview: SharePreview(recipe.title))
            }
        }
    }

    extension UIActivityViewController {
        /// Makes the share sheet for an item, with its title and picture.
        ///
        /// - Parameters:
        ///   - item: What is shared: with metadata also as a collaboration, without as a copy alone.
        ///   - source: The view that the sheet points at. On iPad it is a popover, which without one ends the app.
        public static func sharing(_ item: TransferItem, from source: UIView) -> UIActivityViewController {
            let configuration = UIActivityItemsConfiguration(itemProviders: [NSItemProvider(item)])
            configuration.perItemMetadataProvider = { _, key in
                key == .linkPresentationMetadata ? item.preview.map { LPLinkMetadata($0) } : nil
            }
            let sheet = UIActivityViewController(activityItemsConfiguration: configuration)
            sheet.popoverPresentationController?.sourceView = source
            sheet.popoverPresentationController?.sourceRect = source.bounds
            return sheet
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
