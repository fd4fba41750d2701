#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationModels
    import Foundation
    import SharedWithYou
    import SharedWithYouCore

    nonisolated extension HighlightEventKind {
        /// Makes Apple's event for what happened.
        ///
        /// - Parameter highlight: Apple's highlight of the collaboration, from the highlight center.
        /// - Returns: An event that the highlight center can post.
        public func event(in highlight: SWHighlight) -> any SWHighlightEvent {
            switch self {
            case .change(let trigger):
                SWHighlightChangeEvent(highlight: highlight, trigger: trigger.system)
            case .membership(let trigger):
                SWHighlightMembershipEvent(highlight: highlight, trigger: trigger.system)
            case .persistence(let trigger):
                SWHighlightPersistenceEvent(highlight: highlight, trigger: trigger.system)
            case .mention(.identity(let identity)):
                SWHighlightMentionEvent(highlight: highlight, mentionedPersonIdentity: SWPerson.Identity(identity))
            case .mention(.cloudKitShareHandle(let handle)):
                SWHighlightMentionEvent(highlight: highlight, mentionedPersonCloudKitShareHandle: handle)
            }
        }
    }
#endif
