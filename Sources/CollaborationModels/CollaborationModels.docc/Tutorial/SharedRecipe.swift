import CollaborationModels
import CoreTransferable
import Foundation
import SharedWithYou
import SharedWithYouBridge
import SharedWithYouCore
import UniformTypeIdentifiers

/// A recipe that SwiftUI shares and drags: as a collaboration, and as a copy of its text.
public nonisolated struct SharedRecipe: Transferable, Sendable {
    let recipe: Recipe
    let draft: CollaborationMetadata

    /// Makes a recipe to share.
    public init(_ recipe: Recipe, draft: CollaborationMetadata) {
        self.recipe = recipe
        self.draft = draft
    }

    /// The collaboration, then the copy.
    public static var transferRepresentation: some CoreTransferable.TransferRepresentation {
        ProxyRepresentation { (shared: SharedRecipe) in SWCollaborationMetadata(shared.draft) }
        DataRepresentation(exportedContentType: .utf8PlainText) { Data($0.recipe.text.utf8) }
    }
}
