import CollaborationCore
import CollaborationModels

extension RecipeSharing {
    /// Tells the other participants that this person edited a recipe.
    public func didEdit(_ highlight: CollaborationHighlight) {
        center.postNotice(for: HighlightChangeEvent(highlight: highlight, trigger: .edit))
    }

    /// Tells a participant that this person mentioned them.
    public func didMention(_ identity: Person.Identity, in highlight: CollaborationHighlight) {
        center.postNotice(for: HighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: identity))
    }
}
