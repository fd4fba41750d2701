#if canImport(SharedWithYou) && !os(tvOS)
    import CollaborationModels
    import Foundation
    import SharedWithYou
    import SharedWithYouCore

    extension HighlightEventKind {
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

    extension HighlightChangeEvent {
        /// Makes an event from Apple's; nil for a trigger that is newer than this package.
        public init?(_ event: SWHighlightChangeEvent) {
            guard let trigger = HighlightChangeEventTrigger(rawValue: event.changeEventTrigger.rawValue)
            else {
                return nil
            }
            self.init(highlight: Highlight(url: event.highlightURL), trigger: trigger)
        }
    }

    extension HighlightMembershipEvent {
        /// Makes an event from Apple's; nil for a trigger that is newer than this package.
        public init?(_ event: SWHighlightMembershipEvent) {
            let rawValue = event.membershipEventTrigger.rawValue
            guard let trigger = HighlightMembershipEventTrigger(rawValue: rawValue) else { return nil }
            self.init(highlight: Highlight(url: event.highlightURL), trigger: trigger)
        }
    }

    extension HighlightPersistenceEvent {
        /// Makes an event from Apple's; nil for a trigger that is newer than this package.
        public init?(_ event: SWHighlightPersistenceEvent) {
            let rawValue = event.persistenceEventTrigger.rawValue
            guard let trigger = HighlightPersistenceEventTrigger(rawValue: rawValue) else { return nil }
            self.init(highlight: Highlight(url: event.highlightURL), trigger: trigger)
        }
    }

    extension HighlightMentionEvent {
        /// Makes an event from Apple's mention of a handle; nil for a mention of an identity.
        ///
        /// Apple's event does not give its identity back.
        public init?(_ event: SWHighlightMentionEvent) {
            guard !event.mentionedPersonHandle.isEmpty else { return nil }
            self.init(
                highlight: Highlight(url: event.highlightURL),
                mentionedPersonCloudKitShareHandle: event.mentionedPersonHandle
            )
        }
    }
#endif
